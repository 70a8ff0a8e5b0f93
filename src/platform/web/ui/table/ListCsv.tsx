import { callFile, type Query } from '../../http.ts';
import { CsvButton } from '../CsvButton.tsx';

type Props = {
  /** The call of the list: `/admin/offers`. */
  list: string;
  /** What its table asks. */
  query: Query;
  /** How many rows it found; undefined until it is known. */
  total: number | undefined;
  label?: string;
};

/** Every row that a list finds, on all its pages, as a file. */
export const ListCsv = ({ list, query, total, label }: Props) => (
  <CsvButton
    {...(label !== undefined && { label })}
    isEmpty={!total}
    load={() =>
      callFile(list, {
        query: { ...query, page: undefined, itemsPerPage: undefined, format: 'csv' },
        fallback: 'Failed to write the file',
      })
    }
  />
);
