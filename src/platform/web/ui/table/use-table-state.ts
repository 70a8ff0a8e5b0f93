import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Query } from '../../http.ts';

/** Rows per page that the footer offers; -1 is all. */
const PAGE_SIZES = [10, 25, 50, 100, -1] as const;
/** A table may begin with a size of its own; the footer then offers it too. */
export type PageSize = (typeof PAGE_SIZES)[number] | 20;

type Defaults<Filter extends string> = {
  sortBy: string;
  order?: 'asc' | 'desc';
  itemsPerPage?: PageSize;
  /** Every filter with the value that means "not filtered", usually ''. */
  filters?: Record<Filter, string>;
  /** Stands before each key in the address; for the second table of a screen. */
  prefix?: string;
};

export type TableState<Filter extends string = string> = {
  page: number;
  itemsPerPage: PageSize;
  /** What the footer offers. */
  sizes: readonly PageSize[];
  sortBy: string;
  order: 'asc' | 'desc';
  search: string;
  filters: Record<Filter, string>;
  /** Is anything searched for or filtered out? */
  isFiltered: boolean;
  /** The same as query keys of a list call, and as part of its cache key. */
  query: Query;
  setPage: (page: number) => void;
  setItemsPerPage: (size: PageSize) => void;
  /** Sorts by a column, first in this order (ascending when left out); a second call turns it around. */
  sort: (column: string, first?: 'asc' | 'desc') => void;
  setSearch: (text: string) => void;
  setFilter(name: Filter, value: string): void;
  /** Drops the search and every filter. */
  clear: () => void;
};

/** Search, sorting, page and filters of a table, kept in the address so that a link or Back shows the same rows. */
export function useTableState<Filter extends string = never>(defaults: Defaults<Filter>): TableState<Filter> {
  const [params, setParams] = useSearchParams();
  const { prefix = '', order: firstOrder = 'asc', itemsPerPage: firstSize = 10 } = defaults;

  return useMemo(() => {
    const read = (key: string) => params.get(prefix + key);
    const write = (changes: Record<string, string | number>, replace = false) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [key, value] of Object.entries(changes)) {
            if (value === '') next.delete(prefix + key);
            else next.set(prefix + key, String(value));
          }
          return next;
        },
        { replace, preventScrollReset: true },
      );

    const unfiltered = (defaults.filters ?? {}) as Record<Filter, string>;
    const names = Object.keys(unfiltered) as Filter[];
    const page = Math.max(1, Math.trunc(Number(read('page'))) || 1);
    const sizes = PAGE_SIZES.some((size) => size === firstSize)
      ? PAGE_SIZES
      : [...PAGE_SIZES.slice(0, -1), firstSize].toSorted((a, b) => a - b).concat(-1);
    const itemsPerPage = sizes.find((size) => String(size) === read('itemsPerPage')) ?? firstSize;
    const sortBy = read('sortBy') ?? defaults.sortBy;
    const asked = read('order');
    const order = asked === 'asc' || asked === 'desc' ? asked : firstOrder;
    const search = read('search') ?? '';
    const filters = { ...unfiltered };
    for (const name of names) filters[name] = read(name) ?? unfiltered[name];
    const noFilters = Object.fromEntries(names.map((name) => [name, '']));

    return {
      page,
      itemsPerPage,
      sizes,
      sortBy,
      order,
      search,
      filters,
      isFiltered: search !== '' || names.some((name) => filters[name] !== unfiltered[name]),
      query: { page, itemsPerPage, sortBy, order, search, ...filters },
      setPage: (next) => write({ page: next === 1 ? '' : next }),
      setItemsPerPage: (size) => write({ itemsPerPage: size === firstSize ? '' : size, page: '' }),
      sort: (column, first = 'asc') =>
        write({ sortBy: column, order: sortBy === column ? (order === 'asc' ? 'desc' : 'asc') : first, page: '' }),
      setSearch: (text) => write({ search: text, page: '' }, true),
      setFilter: (name, value) => write({ [name]: value === unfiltered[name] ? '' : value, page: '' }),
      clear: () => write({ ...noFilters, search: '', page: '' }),
    };
    // Defaults are written inline at the call; their content, not their identity, decides.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [params, setParams, prefix, firstOrder, firstSize, defaults.sortBy, JSON.stringify(defaults.filters)]);
}
