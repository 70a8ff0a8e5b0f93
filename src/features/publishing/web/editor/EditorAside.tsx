import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { sizes } from '../../../../platform/web/styles/tokens.ts';
import type { CheckList, Content } from '../../contract.ts';
import { ChecklistPanel } from './ChecklistPanel.tsx';
import { PreviewLinkButton } from './PreviewLinkButton.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { publishingQueries, type RecordPath } from '../client.ts';

type Props = {
  path: RecordPath;
  version: number;
  edits: Content;
  flush: () => Promise<boolean>;
  goTo: (field: string) => (() => void) | undefined;
  linkTo?: ((field: string) => string | undefined) | undefined;
  /** A save was refused by the checklist. */
  isChecklistFirst: boolean;
  /** For a record that is a part of a page. */
  preview?: PreviewOf | undefined;
};

/** @property sharedAs the record whose preview link shows this one too; `anchor` the part of the page that is this one */
export type PreviewOf = { sharedAs: RecordPath; anchor: string };

/** Beside the form, below it on phones: the page as it would be, and what the publish gate says of it. */
export function EditorAside({ path, version, edits, flush, goTo, linkTo, isChecklistFirst, preview: shown }: Props) {
  const id = useId();
  const [open, setOpen] = useState<'preview' | 'checklist'>('preview');
  const [wasFirst, setWasFirst] = useState(isChecklistFirst);
  if (isChecklistFirst !== wasFirst) {
    setWasFirst(isChecklistFirst);
    if (isChecklistFirst) setOpen('checklist');
  }
  const checks = useQuery(publishingQueries.checks(path, version, edits));
  const preview = useQuery(publishingQueries.preview(path, version, edits));
  const panels = { preview: 'Preview', checklist: `Checklist${openWords(checks.data)}` };

  return (
    <Paper
      variant="outlined"
      component="aside"
      aria-label="Preview and checklist"
      sx={{
        p: { xs: 1.5, sm: 2 },
        pt: { xs: 0.5, sm: 0.5 },
        position: { lg: 'sticky' },
        top: sizes.appBar + 16,
        height: { lg: `calc(100vh - ${sizes.appBar + 32}px)` },
        display: 'flex',
        flexDirection: 'column',
      }}
    >
      <Tabs
        value={open}
        onChange={(_event, next: typeof open) => setOpen(next)}
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 2, flex: 'none' }}
      >
        {Object.entries(panels).map(([value, label]) => (
          <Tab key={value} value={value} label={label} id={`${id}-tab-${value}`} aria-controls={`${id}-${value}`} />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={`${id}-preview`}
        aria-labelledby={`${id}-tab-preview`}
        hidden={open !== 'preview'}
        sx={{ flex: 1, minHeight: 0, height: { xs: '80vh', lg: 'auto' } }}
      >
        <PreviewPane
          html={preview.data}
          error={preview.error}
          isFetching={preview.isFetching}
          anchor={shown?.anchor}
          action={<PreviewLinkButton path={shown?.sharedAs ?? path} flush={flush} />}
        />
      </Box>
      <Box
        role="tabpanel"
        id={`${id}-checklist`}
        aria-labelledby={`${id}-tab-checklist`}
        hidden={open !== 'checklist'}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}
      >
        <ChecklistPanel checks={checks.data} error={checks.error} goTo={goTo} {...(linkTo && { linkTo })} />
      </Box>
    </Paper>
  );
}

function openWords(checks: CheckList | undefined): string {
  const blocking = checks?.data.filter((check) => !check.ok && check.level === 'block').length ?? 0;
  const warning = checks?.data.filter((check) => !check.ok && check.level === 'warn').length ?? 0;
  const words = [blocking > 0 && `${blocking} must`, warning > 0 && `${warning} should`].filter(Boolean).join(', ');
  return words && ` (${words})`;
}
