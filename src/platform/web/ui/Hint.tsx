import type MuiTooltip from '@mui/material/Tooltip';
import { cloneElement, type ComponentProps, useEffect, useState } from 'react';

type Props = Pick<
  ComponentProps<typeof MuiTooltip>,
  'title' | 'describeChild' | 'children' | 'enterDelay' | 'placement' | 'arrow'
>;

let Tooltip: typeof MuiTooltip | undefined;
// most tables have hints, and nobody needs one before the table is there
const fetched = import('@mui/material/Tooltip').then(
  (module) => {
    Tooltip = module.default;
  },
  () => undefined,
);

/** Words beside what is pointed at or focused, whose code comes after the screen. They name what has no name of its own. */
export function Hint(props: Props) {
  const [Known, setKnown] = useState(() => Tooltip);
  useEffect(() => {
    if (!Known) void fetched.then(() => setKnown(() => Tooltip));
  }, [Known]);
  if (Known) return <Known {...props} />;
  const { title, describeChild, children } = props;
  const name = typeof title === 'string' && title !== '' && !describeChild ? { 'aria-label': title } : {};
  return cloneElement(children, { ...name, ...(children.props as object) });
}
