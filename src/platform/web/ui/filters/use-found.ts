import { type QueryFunctionContext, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Found, FoundNow } from './FindBox.tsx';

export type Named = { id: number; name: string };

// a method, not a property: each query has a key of its own kind
type Asked<Data> = { queryKey: QueryKey; queryFn?(context: QueryFunctionContext): Data | Promise<Data> };

/** How records are found by their name, the first few; and one by its id. */
export type FindQueries<Row> = { search: (text: string) => Asked<Row[]>; one: (id: number) => Asked<Row> };

export type FoundOptions<Row> = {
  queries: FindQueries<Row>;
  /** Records whose names are at hand: the one that the form opens with, one that was made a moment ago. */
  known?: readonly (Named | null | undefined)[];
  /** What stands in the list; the name alone when left out. */
  toFound?: (row: Row) => Found;
};

const foundByName = ({ id, name }: Named): Found => ({ id, label: name });

/** What a searching field shows: the first records that fit, and the chosen one however far behind it is. @param id 0: none is chosen */
export function useFound<Row extends Named>(
  id: number,
  { queries, known = [], toFound = foundByName }: FoundOptions<Row>,
): { found: FoundNow; chosen: Found | undefined; onSearch: (text: string) => void } {
  const [search, setSearch] = useState('');
  const { data, isFetching, error } = useQuery(queries.search(search));
  const near = data?.find((row) => row.id === id);
  const named = known.find((row) => row?.id === id);
  // chosen before, and not among the first that are shown
  const other = useQuery({ ...queries.one(id), enabled: id > 0 && !near && !named && data !== undefined });
  const row = near ?? (other.data?.id === id ? other.data : undefined);
  return {
    found: { data: data?.map(toFound), isFetching, error: error ?? other.error },
    chosen: row ? toFound(row) : named ? foundByName(named) : undefined,
    onSearch: setSearch,
  };
}
