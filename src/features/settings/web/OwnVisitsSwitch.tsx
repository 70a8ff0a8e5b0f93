import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useSnackbar } from '../../../platform/web/ui/dialog/snackbar.ts';
import { settingsClient, settingsQueries } from './client.ts';

/** Leaves this browser out of the counts; saved at once, since it belongs to the browser and not to the site. */
export function OwnVisitsSwitch() {
  const id = useId();
  const notify = useSnackbar();
  const queries = useQueryClient();
  const { data: isIgnored, error } = useQuery(settingsQueries.ownVisits());
  const choice = useMutation({
    mutationFn: (next: boolean) => settingsClient.ignoreOwnVisits(next),
    onSuccess: ({ data, message = 'Saved.' }) => {
      queries.setQueryData(settingsQueries.ownVisits().queryKey, data.is_ignored);
      notify({ message });
    },
    onError: (failure) => notify({ message: failure.message, tone: 'error' }),
  });

  return (
    <Box>
      <FormControlLabel
        label="Ignore my visits in this browser"
        disabled={isIgnored === undefined || choice.isPending}
        control={
          <Switch
            checked={isIgnored ?? false}
            onChange={(_event, next) => choice.mutate(next)}
            slotProps={{ input: { 'aria-describedby': id } }}
          />
        }
      />
      <FormHelperText id={id} error={error !== null} sx={{ mt: 0, maxWidth: '68ch' }}>
        {error?.message ??
          'What you open and follow on the site then enters none of the numbers. The browser keeps one cookie for it, gp_ignore=1, which lasts 400 days. Saved at once.'}
      </FormHelperText>
    </Box>
  );
}
