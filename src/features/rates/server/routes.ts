import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { RatesBody, RatesReply } from '../contract.ts';
import { describeRates, replaceRates, type RatePort } from './service.ts';

const RATES = '/api/admin/exchange-rates';

/** The file of exchange rates. */
export function ratesRoutes(route: Route, deps: Deps, port: RatePort): void {
  route.get(
    RATES,
    { access: 'read:commerce', summary: 'The exchange rates that amounts are converted by', reply: RatesReply },
    async () => ({ data: await describeRates(deps, port) }),
  );

  route.put(
    RATES,
    {
      access: 'admin',
      summary: 'Replace the file of exchange rates',
      body: RatesBody,
      reply: RatesReply,
      bodyLimitBytes: 9 * 1024 * 1024,
      room: 'much',
    },
    async ({ actor, body }) => {
      await replaceRates(deps, actor, body.csv);
      const { conversions, costs, arrivals } = await port.revalueAll();
      return {
        data: await describeRates(deps, port),
        message: `Rates replaced. Other worth now: ${conversions} of the conversions, ${costs} of the costs, those of ${arrivals} ${arrivals === 1 ? 'visit' : 'visits'}.`,
      };
    },
  );
}
