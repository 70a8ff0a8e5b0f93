import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import ListSubheader from '@mui/material/ListSubheader';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountPart } from '../../../features/accounts/web/account-parts.ts';
import { sizes } from '../../../platform/web/styles/tokens.ts';
import { findAccountParts, type Found, findRecords, findScreens } from './quick-find.ts';
import { visuallyHidden } from '../../../platform/web/styles/visually-hidden.ts';

const PAUSE_MS = 200;
const WHAT = 'Find a screen, guide, review, offer, network or link';

type Props = { onAccount: (part: AccountPart) => void; onClose: () => void };

/** Opens a screen or a record by its name: type, choose with the arrow keys, press Enter. */
export function QuickFind({ onAccount, onClose }: Props) {
  const navigate = useNavigate();
  const titleId = useId();
  const [text, setText] = useState('');
  const asked = usePaused(text.trim());
  const records = useQuery({
    queryKey: ['quick-find', asked],
    queryFn: ({ signal }) => findRecords(asked, signal),
    enabled: asked !== '',
  });
  const isSearching = text.trim() !== '' && (asked !== text.trim() || records.isFetching);
  const options = [
    ...findScreens(text.trim()),
    ...findAccountParts(text.trim()),
    ...(text.trim() === '' ? [] : (records.data?.found ?? [])),
  ];

  const handleChoice = (_event: unknown, choice: Found | null) => {
    if (!choice) return;
    onClose();
    if (choice.account) onAccount(choice.account);
    else void navigate(choice.to);
  };

  return (
    <Dialog
      open
      fullWidth
      aria-labelledby={titleId}
      onClose={onClose}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          sx: { maxWidth: sizes.formDialog, mt: { xs: 2, sm: 8 }, mx: { xs: 2, sm: 4 }, p: 2, overflow: 'visible' },
        },
      }}
    >
      <Box component="h2" id={titleId} sx={visuallyHidden}>
        Quick find
      </Box>
      <Autocomplete<Found>
        open
        autoHighlight
        openOnFocus
        forcePopupIcon={false}
        options={options}
        value={null}
        inputValue={text}
        // the server has chosen what fits, misspelt words among it
        filterOptions={(all) => all}
        groupBy={(option) => option.group}
        getOptionLabel={(option) => option.label}
        getOptionKey={(option) => `${option.group} ${option.account ?? option.to}`}
        loading={isSearching}
        loadingText="Searching..."
        noOptionsText={isSearching ? 'Searching...' : 'Nothing found.'}
        onInputChange={(_event, next, reason) => reason !== 'reset' && reason !== 'blur' && setText(next)}
        onChange={handleChoice}
        onClose={(_event, reason) => reason === 'escape' && onClose()}
        // within the dialog, so that it is read as a part of it
        slotProps={{ listbox: { sx: { maxHeight: '55vh' } }, popper: { disablePortal: true } }}
        // a list within a list is no part of a listbox: a group that its heading names is
        renderGroup={({ key, group, children }) => (
          <div key={key} role="group" aria-label={group}>
            <ListSubheader component="div" aria-hidden>
              {group}
            </ListSubheader>
            {children}
          </div>
        )}
        renderOption={({ key, ...item }, option) => (
          <Box component="li" key={key} {...item} dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {option.label}
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            placeholder={WHAT}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, 'aria-label': WHAT, maxLength: 200 },
            }}
          />
        )}
      />
      {(records.error || records.data?.isComplete === false) && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          Some lists did not answer. What is found may not be all.
        </Alert>
      )}
    </Dialog>
  );
}

/** The text as it stood when typing paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
