import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import type { SourceTemplate } from '../contract.ts';

const BADGES = {
  vendor: { label: 'Verified from vendor docs', severity: 'success' },
  tracker: { label: 'From another tracker', severity: 'info' },
  unverified: { label: 'Unverified', severity: 'warning' },
} as const;

type Props = { template: SourceTemplate };

/** Where a template's tokens come from and how far they can be trusted. */
export function SourceTemplateFacts({ template }: Props) {
  const { label, severity } = BADGES[template.confidence];
  return (
    <Alert severity={severity} variant="outlined">
      <strong>{label}</strong>, checked {template.verified_on}
      {template.source_url && (
        <>
          {' on '}
          <Link href={template.source_url} target="_blank" rel="noreferrer">
            {new URL(template.source_url).hostname}
          </Link>
        </>
      )}
      .{template.notes && <div>{template.notes}</div>}
    </Alert>
  );
}
