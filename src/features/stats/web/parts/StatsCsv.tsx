import type { Query } from '../../../../platform/web/http.ts';
import { CsvButton } from '../../../../platform/web/ui/CsvButton.tsx';
import { statsClient } from '../client.ts';

type Props = {
  /** The last part of the screen's call: `listicles`. */
  screen: string;
  query: Query;
  label?: string;
};

/** The rows of a stats screen as a file. */
export const StatsCsv = ({ screen, query, label = 'CSV' }: Props) => (
  <CsvButton load={() => statsClient.csv(screen, query)} label={label} />
);
