import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { HealthInstance } from '../contract.ts';
import { formatDuration } from '../../../platform/text/sizes.ts';
import { HealthMark } from './HealthMark.tsx';

type Props = {
  instances: readonly HealthInstance[];
  picked: number | null;
  onPick(number: number): void;
};

/** Of which instance the own checks are shown; each with how it is. */
export function InstancePicker({ instances, picked, onPick }: Props) {
  return (
    <ToggleButtonGroup
      exclusive
      aria-label="Instance"
      value={picked}
      // pressed once more it stays
      onChange={(_event, number: number | null) => number !== null && onPick(number)}
      sx={{ mb: 2, flexWrap: 'wrap' }}
    >
      {instances.map(({ number, host, status, told_s: toldS }) => (
        <ToggleButton key={number} value={number} sx={{ textTransform: 'none', gap: 1.5, textAlign: 'left' }}>
          {status && <HealthMark status={status} />}
          <span>
            Instance {number} on {host}
            <br />
            {toldS === null ? 'has told nothing yet' : toldS === 0 ? 'now' : `${formatDuration(toldS * 1000)} ago`}
          </span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
