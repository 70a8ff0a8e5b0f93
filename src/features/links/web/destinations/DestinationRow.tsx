import { mdiDelete, mdiPause, mdiPencil, mdiPlay } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { IfMayWrite } from '../../../../platform/web/session/IfMayWrite.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { StatusChip } from '../../../../platform/web/ui/StatusChip.tsx';
import type { Destination } from '../../contract.ts';
import { STATE_WORDS, TYPE_WORDS } from '../link-choices.ts';
import { Hint } from '../../../../platform/web/ui/Hint.tsx';

/** What three lines of a phone hold. */
const MAX_PLAIN = 80;
/** An address of two thousand characters must not fill the screen. */
const onThreeLines = {
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitLineClamp: '3',
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
} as const;

type Props = {
  destination: Destination;
  /** Its colour in the bar above. */
  fill: string;
  /** What the weight input holds. */
  text: string;
  isWrong: boolean;
  /** Percent of new visits with the weights as typed. */
  share: number;
  /** The end of the slider. */
  sliderMax: number;
  /** Name of the rule whose visitors it takes. */
  rule: string | undefined;
  /** What it brought, in words. */
  numbers: string | undefined;
  isBusy: boolean;
  onWeight: (text: string) => void;
  onEdit: () => void;
  onToggle: () => void;
  onRemove: () => void;
};

const titleOf = ({ name, target_name: targetName }: Destination): string => name || targetName;

/** One destination: what it is, its weight by number or slider, its share, and what can be done with it. */
export function DestinationRow(props: Props) {
  const { destination, fill, text, isWrong, share, sliderMax, rule, numbers, onWeight } = props;
  const title = titleOf(destination);
  const { word, tone, reason } = STATE_WORDS[destination.state];

  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box
          aria-hidden
          sx={{
            width: 12,
            height: 12,
            borderRadius: '3px',
            mt: 0.5,
            flexShrink: 0,
            backgroundColor: fill,
            opacity: share > 0 ? 1 : 0.25,
          }}
        />
        <Facts destination={destination} rule={rule} numbers={numbers} />
        {destination.is_control && (
          <Hint title="Auto-optimisation leaves its share alone." describeChild>
            <span>
              <StatusChip status="control" tone="info" />
            </span>
          </Hint>
        )}
        <Hint title={reason} describeChild>
          <span>
            <StatusChip status={word} tone={tone} />
          </span>
        </Hint>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center', mt: 1, pl: 2.5 }}>
        <IfMayWrite>
          <Slider
            size="small"
            color="secondary"
            value={isWrong ? 0 : Number(text)}
            min={0}
            max={sliderMax}
            step={sliderMax > 100 ? 10 : 1}
            onChange={(_event, value) => onWeight(String(value))}
            aria-label={`Weight of ${title}`}
            // On phones a line of its own, so that a finger can hit a value.
            sx={{ flex: { xs: '1 0 100%', sm: '1 1 0' } }}
          />
          <OutlinedInput
            value={text}
            error={isWrong}
            onChange={(event) => onWeight(event.target.value.trim())}
            slotProps={{
              input: {
                'aria-label': `Weight of ${title}, as a number`,
                'aria-invalid': isWrong,
                inputMode: 'numeric',
                maxLength: 4,
              },
            }}
            sx={{ width: 72, flexShrink: 0, mr: { xs: 'auto', sm: 0 }, '& input': { textAlign: 'right' } }}
          />
        </IfMayWrite>
        <Box sx={{ width: 64, textAlign: 'right', fontWeight: 600, flexShrink: 0, whiteSpace: 'nowrap' }}>
          {share.toFixed(1)} %
        </Box>
        <IfMayWrite>
          <Actions {...props} title={title} />
        </IfMayWrite>
      </Box>
      {isWrong && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main', mt: 0.5, pl: 2.5 }}>
          A whole number from 0 to 1000.
        </Typography>
      )}
    </Box>
  );
}

function Facts({ destination, rule, numbers }: Pick<Props, 'destination' | 'rule' | 'numbers'>) {
  const { type, name, target_name: targetName } = destination;
  const title = titleOf(destination);
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography
        title={title.length > MAX_PLAIN ? title : undefined}
        sx={{ ...onThreeLines, fontWeight: 600, fontSize: '0.875rem' }}
      >
        {title}
      </Typography>
      <Typography variant="body2" sx={{ ...onThreeLines, color: 'text.secondary' }}>
        {TYPE_WORDS.get(type)}
        {name && name !== targetName && `: ${targetName}`}
        {rule !== undefined && `, for rule ${rule}`}
        {destination.caps.daily_clicks > 0 && `, at most ${destination.caps.daily_clicks} visits a day`}
        {destination.caps.daily_conversions > 0 && `, at most ${destination.caps.daily_conversions} conversions a day`}
        {destination.priority !== 0 && `, priority ${destination.priority}`}
        {destination.overflow_name !== null && `, its offer is at its cap: ${destination.overflow_name} takes over`}
      </Typography>
      {numbers && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {numbers}
        </Typography>
      )}
    </Box>
  );
}

type ActionsProps = Pick<Props, 'destination' | 'isBusy' | 'onEdit' | 'onToggle' | 'onRemove'> & { title: string };

function Actions({ destination, title, isBusy, onEdit, onToggle, onRemove }: ActionsProps) {
  const isPaused = destination.status === 'paused';
  return (
    <Box sx={{ display: 'flex', flexShrink: 0 }}>
      <Hint title="Edit">
        <IconButton size="small" disabled={isBusy} aria-label={`Edit ${title}`} onClick={onEdit}>
          <Icon path={mdiPencil} />
        </IconButton>
      </Hint>
      <Hint title={isPaused ? 'Resume' : 'Pause'}>
        <IconButton
          size="small"
          disabled={isBusy}
          aria-label={`${isPaused ? 'Resume' : 'Pause'} ${title}`}
          onClick={onToggle}
        >
          <Icon path={isPaused ? mdiPlay : mdiPause} />
        </IconButton>
      </Hint>
      <Hint title="Remove">
        <IconButton size="small" disabled={isBusy} aria-label={`Remove ${title}`} onClick={onRemove}>
          <Icon path={mdiDelete} />
        </IconButton>
      </Hint>
    </Box>
  );
}
