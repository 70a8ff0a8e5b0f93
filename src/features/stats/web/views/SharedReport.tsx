import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { formatCount } from '../../../../platform/text/figures.ts';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { TimeZoneContext } from '../../../../platform/web/ui/time-zone.ts';
import type { SharedView } from '../../shared-view-contract.ts';
import { Costless } from '../builder/Costless.tsx';
import { MissingColumns } from '../columns/MissingColumns.tsx';
import { Several } from '../builder/Several.tsx';
import { daysText } from '../parts/print-words.ts';
import { Unconverted } from '../parts/Unconverted.tsx';
import { SharedLines } from './SharedLines.tsx';

/** A saved view as whoever has a link to it reads it. */
export function SharedReport({ view: { site, name, filters, report, ...view } }: { view: SharedView }) {
  const { range, compared, tz, currency } = report;
  return (
    <TimeZoneContext value={tz}>
      <Typography sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{site}</Typography>
      <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Typography sx={{ mt: 0.5, mb: 3, color: 'text.secondary', maxWidth: '80ch', overflowWrap: 'anywhere' }}>
        {daysText(range, tz)}
        {compared && `, held against ${daysText(compared, tz)}`}. Days in {tz}, money in {currency}.{' '}
        {filters.length > 0 && `Only ${filters.map(({ label, value }) => `${label}: ${value}`).join('; ')}. `}
        {view.complete_until ? (
          <>
            Complete until <DateTime value={view.complete_until} />.{' '}
          </>
        ) : (
          'Until when the numbers are complete is not known at the moment. '
        )}
        Robots are left out. The link works until <DateTime value={view.expires_at} />.
      </Typography>
      {!view.is_whole && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          Some of these numbers are being written again and are not complete at the moment.
        </Alert>
      )}
      <Unconverted amounts={report.unconverted} />
      {report.costless_by && <Costless by={report.costless_by} />}
      {report.own_missing.length > 0 && <MissingColumns count={report.own_missing.length} />}
      {report.several_by && <Several by={report.several_by} />}
      {report.total > report.data.length && (
        <Alert severity="info" sx={{ mb: 3 }}>
          The first {formatCount(report.data.length)} of {formatCount(report.total)} lines. The totals are of all.
        </Alert>
      )}
      <SharedLines report={report} />
    </TimeZoneContext>
  );
}
