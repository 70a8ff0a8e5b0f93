import type { CountNetworks } from '../../features/networks/server/service.ts';

export const countNetworks: CountNetworks = () => Promise.resolve(new Map());
