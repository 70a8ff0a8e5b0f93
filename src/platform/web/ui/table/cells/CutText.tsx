import Box from '@mui/material/Box';
import { isUnbroken } from '../../../../text/unbroken.ts';

type Props = {
  children: string;
  /** It stands in a link or button, which takes the focus in its place. */
  isInLink?: boolean;
};

/** What people wrote, in its own direction. Without a place to break it is cut to two lines, and whole under the pointer and in focus. */
export function CutText({ children, isInLink = false }: Props) {
  if (!isUnbroken(children)) return <bdi>{children}</bdi>;
  return (
    <Box
      component="bdi"
      {...(!isInLink && { tabIndex: 0 })}
      sx={{
        display: '-webkit-box',
        minWidth: 0,
        WebkitBoxOrient: 'vertical',
        WebkitLineClamp: 2,
        overflow: 'hidden',
        overflowWrap: 'anywhere',
        '&:hover, &:focus-visible, :focus-visible > &': { WebkitLineClamp: 'none' },
      }}
    >
      {children}
    </Box>
  );
}
