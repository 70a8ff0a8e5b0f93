import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Paper from '@mui/material/Paper';
import type { Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { visuallyHidden } from '../../../platform/web/styles/visually-hidden.ts';
import { NOTHING } from '../../../platform/text/figures.ts';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Finding } from '../contract.ts';
import { changeOfFinding } from './change-of-finding.ts';
import { sideWords as side } from './batch-words.ts';

const TONES = {
  missing: 'bad',
  different: 'warn',
  reversed: 'bad',
  unknown: 'info',
  repeated: 'warn',
  matched: 'good',
} as const;

type Props = {
  findings: readonly Finding[];
  /** The conversions whose findings are chosen to be taken over. */
  chosen: ReadonlySet<string>;
  onChoose: (conversionId: string, isChosen: boolean) => void;
};

const keyOf = (one: Finding): string => `${one.kind} ${one.line ?? ''} ${one.conversion_id ?? ''}`;
const textOf = (one: Finding): string => (one.line === null ? one.text : `${one.text} (line ${one.line})`);

/** Every row of either side that does not agree; on phones as cards, so that both amounts are in sight. */
export function FindingsTable(props: Props) {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  if (props.findings.length === 0) return null;
  return isPhone ? <Cards {...props} /> : <Rows {...props} />;
}

function Rows({ findings, ...choice }: Props) {
  return (
    <Paper variant="outlined" sx={{ mb: 3, overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Findings">
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell padding="checkbox">
              <Box component="span" sx={visuallyHidden}>
                Choose
              </Box>
            </TableCell>
            {['Finding', 'Transaction', 'Click', 'Ours', 'Theirs', 'What it means'].map((label) => (
              <TableCell key={label}>{label}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {findings.map((one) => (
            <TableRow key={keyOf(one)} hover>
              <TableCell padding="checkbox">
                <Choice one={one} {...choice} />
              </TableCell>
              <TableCell>
                <StatusChip status={one.kind} tone={TONES[one.kind]} />
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{one.txid ?? NOTHING}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                <ClickLink id={one.click_id} />
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{side(one.ours)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{side(one.theirs)}</TableCell>
              <TableCell sx={{ minWidth: 200 }}>{textOf(one)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Paper>
  );
}

function Cards({ findings, ...choice }: Props) {
  return (
    <Paper variant="outlined" component="ul" aria-label="Findings" sx={{ mb: 3, p: 0, listStyle: 'none' }}>
      {findings.map((one) => (
        <Box component="li" key={keyOf(one)} sx={{ p: 2, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <Choice one={one} {...choice} />
          <StatusChip status={one.kind} tone={TONES[one.kind]} />
          <Box
            component="dl"
            sx={{ display: 'grid', gridTemplateColumns: '96px 1fr', gap: '6px 12px', my: 1, '& dd': { m: 0 } }}
          >
            <Fact label="Transaction">{one.txid ?? NOTHING}</Fact>
            <Fact label="Click">
              <ClickLink id={one.click_id} />
            </Fact>
            <Fact label="Ours">{side(one.ours)}</Fact>
            <Fact label="Theirs">{side(one.theirs)}</Fact>
          </Box>
          <Typography variant="body2">{textOf(one)}</Typography>
        </Box>
      ))}
    </Paper>
  );
}

function Choice({ one, chosen, onChoose }: Omit<Props, 'findings'> & { one: Finding }) {
  if (!changeOfFinding(one)) return null;
  const id = one.conversion_id!;
  return (
    <Checkbox
      size="small"
      checked={chosen.has(id)}
      onChange={(event) => onChoose(id, event.target.checked)}
      slotProps={{ input: { 'aria-label': `Choose transaction ${one.txid ?? one.click_id ?? id}` } }}
    />
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        {children}
      </Typography>
    </>
  );
}

function ClickLink({ id }: { id: string | null }) {
  if (id === null) return NOTHING;
  return (
    <Box
      component={Link}
      to={`/admin/timeline?id=${encodeURIComponent(id)}`}
      sx={{ fontFamily: 'monospace', fontSize: '0.8125rem' }}
    >
      {id}
    </Box>
  );
}
