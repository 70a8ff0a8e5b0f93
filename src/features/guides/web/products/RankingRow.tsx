import { mdiArrowDown, mdiArrowUp, mdiDragVertical } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { BADGE_CHOICES, type Rubric } from '../product-editor/item-form.ts';
import { type RankingValues, scoreOf } from './ranking-form.ts';

type Props = {
  /** Among the rows of the form, from 0. */
  index: number;
  /** Where it is shown, from 0; another place than its own while a row is held. */
  place: number;
  count: number;
  rubric: Rubric;
  /** Why it should not stand here, unless readers are told a reason. */
  conflict: string | undefined;
  isLifted: boolean;
  handleProps: ComponentProps<typeof IconButton>;
  onMove: (to: number) => void;
};

/** One product: its place, its scores and what they come to, its badge, and the reason for its place where one is needed. */
export function RankingRow(props: Props) {
  const { index, place, count, rubric, conflict, isLifted } = props;
  const row = useWatch<RankingValues, `items.${number}`>({ name: `items.${index}` });
  const total = scoreOf(row, rubric);
  const of = (field: string) => `items.${index}.${field}`;
  const isInstead = rubric.length > 0 && row.score.trim() !== '';
  return (
    <Box
      component="li"
      aria-label={row.name}
      style={{ order: place }}
      sx={{
        display: 'grid',
        gap: 1.5,
        py: 2,
        borderTop: 1,
        borderColor: 'divider',
        ...(isLifted && { backgroundColor: colors.brandTint, outline: `2px solid ${colors.brandText}` }),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <IconButton
          {...props.handleProps}
          size="small"
          aria-label={`Reorder ${row.name}`}
          disabled={count === 1}
          sx={{ cursor: isLifted ? 'grabbing' : 'grab', touchAction: 'none' }}
        >
          <Icon path={mdiDragVertical} />
        </IconButton>
        <Typography variant="h3" component="h3" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {place + 1}. {row.name}
          {!row.is_visible && (
            <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
              {' '}
              (hidden)
            </Box>
          )}
        </Typography>
        <Typography sx={{ fontWeight: 600, whiteSpace: 'nowrap' }} aria-label={`Score of ${row.name}`}>
          {total === null ? 'No score' : `${(total / 10).toFixed(1)} / 10`}
        </Typography>
        <IconButton
          size="small"
          aria-label={`Move ${row.name} up`}
          disabled={index === 0}
          onClick={() => props.onMove(index - 1)}
        >
          <Icon path={mdiArrowUp} />
        </IconButton>
        <IconButton
          size="small"
          aria-label={`Move ${row.name} down`}
          disabled={index === count - 1}
          onClick={() => props.onMove(index + 1)}
        >
          <Icon path={mdiArrowDown} />
        </IconButton>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'end',
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        {rubric.map(({ key, name }) => (
          <TextInput key={key} name={of(`scores.${key}`)} label={name} type="money" />
        ))}
        <TextInput name={of('score')} label={rubric.length > 0 ? 'In place of the total' : 'Score'} type="money" />
        <SelectInput name={of('badge')} label="Badge" none="No badge" options={BADGE_CHOICES} />
        {row.badge !== '' && (
          <TextInput name={of('badge_text')} label="Badge text" isRequired={row.badge === 'best_for'} />
        )}
      </Box>
      {isInstead && <TextInput name={of('score_reason')} label="Reason for the score" isRequired />}
      {(conflict !== undefined || row.rank_reason !== '') && (
        <TextInput
          name={of('rank_reason')}
          label="Why it stands here"
          help={conflict === undefined ? 'Readers see it.' : `${conflict}. Readers see your reason.`}
        />
      )}
    </Box>
  );
}
