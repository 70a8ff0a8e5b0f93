import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSnackbar } from '../../../../platform/web/ui/dialog/snackbar.ts';
import { FailedParts } from '../../../../platform/web/ui/states/FailedParts.tsx';
import { lazyPart } from '../../../../platform/web/ui/states/lazy-part.tsx';
import { FIGURE_NAMES, figureOf, isFigure, type FigureName } from '../../../reports/metrics.ts';
import { isOwnName, MOST_OWN_SHOWN, ownName, type OwnName } from '../../../reports/own-names.ts';
import { ownIn } from '../../report-address.ts';
import { ColumnChooser } from '../builder/ColumnChooser.tsx';
import { columnsQuery } from './columns-client.ts';

const OwnColumnDialog = lazyPart(async () => ({ default: (await import('./OwnColumnDialog.tsx')).OwnColumnDialog }));
const OwnColumnsDialog = lazyPart(async () => ({ default: (await import('./OwnColumnsDialog.tsx')).OwnColumnsDialog }));

const FIGURES = FIGURE_NAMES.map((name) => ({ name, label: figureOf(name).label, help: figureOf(name).help }));

/** Which figures and own columns a report shows, as its address has them. */
export function ReportColumns({ figures }: { figures: readonly FigureName[] }) {
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<'new' | 'all'>();
  const notify = useSnackbar();
  const asked = useQuery(columnsQuery());
  const columns = asked.data?.data ?? [];
  const own = ownIn(params);
  const close = () => setOpen(undefined);
  const write = (change: Record<string, string>) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      for (const [key, value] of Object.entries(change)) {
        if (value === '') next.delete(key);
        else next.set(key, value);
      }
      next.delete('page');
      return next;
    });
  const refuse = () => notify({ message: `A report shows ${MOST_OWN_SHOWN} own columns at most.`, tone: 'error' });
  const show = (ids: readonly number[]) => {
    if (ids.length > MOST_OWN_SHOWN) refuse();
    else write({ own: ids.join(',') });
  };
  const handleChange = (names: (FigureName | OwnName)[]) => {
    const metrics = names.filter(isFigure);
    if (names.length === 0) write({ metrics: '', own: '' });
    // one figure stays, or lines without any would be none
    if (metrics.length === 0) return;
    const ids = names.filter(isOwnName).map((name) => Number(name.slice(4)));
    if (ids.length > MOST_OWN_SHOWN) refuse();
    else write({ metrics: metrics.join(','), own: ids.join(',') });
  };
  return (
    <>
      <FailedParts queries={[asked]} />
      <ColumnChooser<FigureName | OwnName>
        options={[
          ...FIGURES,
          ...columns.map(({ id, name, formula }) => ({
            name: ownName(id),
            label: name,
            help: formula,
            group: 'Own columns',
          })),
        ]}
        chosen={[...figures, ...own.filter((id) => columns.some((one) => one.id === id)).map(ownName)]}
        onChange={handleChange}
        footer={(leave) => {
          const go = (to: 'new' | 'all') => () => {
            leave();
            setOpen(to);
          };
          return (
            <>
              <Button onClick={go('new')}>New column…</Button>
              {columns.length > 0 && <Button onClick={go('all')}>Change own columns…</Button>}
            </>
          );
        }}
      />
      <Suspense>
        {open === 'new' && <OwnColumnDialog column={undefined} onClose={close} onMade={(id) => show([...own, id])} />}
        {open === 'all' && <OwnColumnsDialog columns={columns} onClose={close} />}
      </Suspense>
    </>
  );
}
