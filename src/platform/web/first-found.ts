import { keepPreviousData, queryOptions } from '@tanstack/react-query';

type List<Row> = (query: { limit: number }, signal: AbortSignal) => Promise<{ data: Row[] }>;

/** Rows that a picker shows. */
const FOUND = 25;

/** The first few rows of a list, for a picker: those of the word before stay until the next have come. */
export const firstFound = <Row>(queryKey: readonly unknown[], list: List<Row>) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await list({ limit: FOUND }, signal)).data,
    placeholderData: keepPreviousData,
  });
