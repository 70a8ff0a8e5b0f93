import Box from '@mui/material/Box';
import type { QrCode } from './qr.ts';
import { colors, radius } from '../styles/tokens.ts';

type Props = { code: QrCode; label: string };

/** A QR code to be read off the screen. */
export function QrPicture({ code, label }: Props) {
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      sx={{
        width: 180,
        height: 180,
        backgroundColor: colors.white,
        border: `1px solid ${colors.line}`,
        borderRadius: `${radius.control}px`,
      }}
    >
      <path d={code.path} />
    </Box>
  );
}
