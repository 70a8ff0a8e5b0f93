import type { FileValues } from './FileForm.tsx';

/** A file as its calls take it; columns that were not touched are guessed by the server. */
export const fileToWire = ({ network, csv, columns, decimal }: FileValues) => ({
  network_id: Number(network),
  csv,
  decimal,
  ...(Object.keys(columns).length > 0 && { columns }),
});

/** Is there enough to send? */
export const isReady = ({ network, csv }: FileValues): boolean => network !== '' && csv.trim() !== '';
