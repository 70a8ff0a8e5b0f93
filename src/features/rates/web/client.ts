import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/web/http.ts';
import type { Rates } from '../contract.ts';

export const ratesClient = {
  rates: async (signal?: AbortSignal): Promise<Rates> =>
    (await call<{ data: Rates }>('GET', '/admin/exchange-rates', { signal, fallback: 'Failed to fetch rates' })).data,
  replaceRates: (csv: string): Promise<{ data: Rates; message?: string }> =>
    call('PUT', '/admin/exchange-rates', { body: { csv }, fallback: 'Failed to replace the rates' }),
};

export const ratesQueries = {
  rates: () => queryOptions({ queryKey: ['rates'], queryFn: ({ signal }) => ratesClient.rates(signal) }),
};
