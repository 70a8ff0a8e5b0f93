import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';

type Props = Omit<SvgIconProps, 'children'> & {
  /** A path of `@mdi/js`. */
  path: string;
};

/** One icon; decoration only, so the words beside it (or the button's label) carry the meaning. */
export function Icon({ path, ...rest }: Props) {
  return (
    <SvgIcon fontSize="small" {...rest}>
      <path d={path} />
    </SvgIcon>
  );
}
