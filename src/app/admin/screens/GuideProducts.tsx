import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { GuideProductsScreen } from '../../../features/guides/web/GuideProductsScreen.tsx';
import { statsClient, statsQueries } from '../../../features/stats/web/client.ts';

/** The products of a guide with what readers did with each of them in the last 30 days, at whatever place it stood. */
export function GuideProducts() {
  const guideId = Number(useParams()['guideId']);
  const asked = { listicle_id: guideId, days: 30 };
  const stats = useQuery(statsQueries.ctr(asked));
  return (
    <GuideProductsScreen
      numbers={stats.data ? sumsOf(stats.data.data) : stats.error ? 'failed' : undefined}
      loadCsv={() => statsClient.csv('ctr', asked)}
    />
  );
}

type Row = { item_id: number; impressions: number; clicks: number; conversions: number };

function sumsOf(rows: readonly Row[]): Map<number, Omit<Row, 'item_id'>> {
  const byItem = Map.groupBy(rows, (row) => row.item_id);
  const sum = (own: readonly Row[], name: 'impressions' | 'clicks' | 'conversions') =>
    own.reduce((total, row) => total + row[name], 0);
  return new Map(
    [...byItem].map(([id, own]) => [
      id,
      { impressions: sum(own, 'impressions'), clicks: sum(own, 'clicks'), conversions: sum(own, 'conversions') },
    ]),
  );
}
