import { mdiClose, mdiPlus } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Controller, useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { monoInput } from '../../../platform/web/ui/inputs/mono-input.ts';
import { Field } from '../../../platform/web/ui/inputs/Field.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import type { SourceValues } from './source-form.ts';

const MOST = 30;
const COLUMNS = [
  { key: 'param', label: 'Parameter' },
  { key: 'token', label: 'Token' },
  { key: 'alias', label: 'Alias' },
  { key: 'label', label: 'Label' },
] as const;

/** The parameters that a source appends to its ad URLs: which of its tokens arrives under which name. */
export function ParametersEditor() {
  const { control } = useFormContext<SourceValues>();
  const { errors } = useFormState({ control, name: 'parameters' });
  const rows = useFieldArray({ control, name: 'parameters' });
  return (
    <Field
      label="Parameters"
      help="Each token of the source, the parameter in which it arrives, and the name it has here."
      isGroup
      error={errors.parameters as never}
    >
      {(ids) => (
        <Box role="group" aria-labelledby={`${ids.id}-label`} aria-describedby={ids['aria-describedby']}>
          {rows.fields.length > 0 && (
            <TableContainer tabIndex={0} role="region" aria-label="Parameters, scrollable">
              <Table size="small" sx={{ minWidth: 560, '& td, & th': { px: 0.5 } }}>
                <TableHead>
                  <TableRow>
                    {COLUMNS.map(({ key, label }) => (
                      <TableCell key={key}>{label}</TableCell>
                    ))}
                    <TableCell>In reports</TableCell>
                    {/* above buttons that say what they do: no column with a name */}
                    <TableCell component="td" />
                  </TableRow>
                </TableHead>
                <TableBody>
                  {rows.fields.map((row, index) => (
                    <TableRow key={row.id}>
                      {COLUMNS.map(({ key, label }) => (
                        <TableCell key={key}>
                          <Controller
                            control={control}
                            name={`parameters.${index}.${key}`}
                            render={({ field: { ref, ...input }, fieldState }) => (
                              <OutlinedInput
                                {...input}
                                fullWidth
                                inputRef={ref}
                                error={fieldState.invalid}
                                sx={key === 'label' ? {} : { ...monoInput, fontSize: '0.8125rem' }}
                                slotProps={{ input: { 'aria-label': `${label} ${index + 1}` } }}
                              />
                            )}
                          />
                        </TableCell>
                      ))}
                      <TableCell>
                        <Controller
                          control={control}
                          name={`parameters.${index}.group_in_reports`}
                          render={({ field: { value, ref, ...input } }) => (
                            <Checkbox
                              {...input}
                              checked={value}
                              slotProps={{ input: { ref, 'aria-label': `In reports ${index + 1}` } }}
                            />
                          )}
                        />
                      </TableCell>
                      <TableCell>
                        <IconButton aria-label={`Remove parameter ${index + 1}`} onClick={() => rows.remove(index)}>
                          <Icon path={mdiClose} />
                        </IconButton>
                      </TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </TableContainer>
          )}
          {rows.fields.length < MOST && (
            <Button
              size="small"
              startIcon={<Icon path={mdiPlus} />}
              onClick={() => rows.append({ alias: '', param: '', token: '', label: '', group_in_reports: true })}
            >
              Add parameter
            </Button>
          )}
        </Box>
      )}
    </Field>
  );
}
