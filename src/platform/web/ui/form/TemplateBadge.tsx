import { mdiCheckDecagramOutline, mdiHelpCircleOutline, mdiSwapHorizontal } from '@mdi/js';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Confidence } from '../../../macros/template-facts.ts';
import { colors, radius } from '../../styles/tokens.ts';
import { Icon } from '../Icon.tsx';

const BADGES = {
  vendor: {
    label: 'Verified from vendor docs',
    icon: mdiCheckDecagramOutline,
    color: colors.onBrandTint,
    backgroundColor: colors.brandTint,
  },
  tracker: {
    label: 'From another tracker',
    icon: mdiSwapHorizontal,
    color: colors.info,
    backgroundColor: colors.infoTint,
  },
  unverified: {
    label: 'Unverified, capture only',
    icon: mdiHelpCircleOutline,
    color: colors.warning,
    backgroundColor: colors.warningTint,
  },
} as const;

export type BadgeProps = {
  template: {
    source_url: string;
    verified_on: string;
    confidence: Confidence;
    notes?: string | null | undefined;
  };
};

/** Where a template's macros come from and how far they can be trusted. */
export function TemplateBadge({ template }: BadgeProps) {
  const { label, icon, ...tone } = BADGES[template.confidence];
  return (
    <Box
      sx={{
        p: 1.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: `${radius.control}px`,
        backgroundColor: colors.surface,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Chip
          label={label}
          icon={<Icon path={icon} />}
          sx={{
            ...tone,
            fontWeight: 600,
            height: 'auto',
            minHeight: 24,
            '& .MuiChip-icon': { color: 'inherit' },
            '& .MuiChip-label': { whiteSpace: 'normal' },
          }}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {template.confidence === 'unverified' ? 'Not confirmed; see ' : `Checked ${template.verified_on} on `}
          <Link href={template.source_url} target="_blank" rel="noreferrer">
            {new URL(template.source_url).hostname}
          </Link>
        </Typography>
      </Box>
      {template.notes && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          {template.notes}
        </Typography>
      )}
    </Box>
  );
}
