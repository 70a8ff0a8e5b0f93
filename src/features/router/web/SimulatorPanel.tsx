import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { FormProvider } from 'react-hook-form';
import { blankToNull, useContractForm } from '../../../platform/web/form.ts';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { KeptNotice } from '../../../platform/web/ui/form/KeptNotice.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { SampleVisitor } from '../../links/rule-contract.ts';
import { simulatorClient } from './client.ts';
import { SimulatorResult } from './SimulatorResult.tsx';

const VALUES = {
  country: '',
  language: '',
  device: '',
  os: '',
  os_version: '',
  browser: '',
  query: '',
  referrer: '',
  visitor: '',
};
const toWire = (values: typeof VALUES) =>
  Object.fromEntries(Object.entries(values).map(([key, text]) => [key, blankToNull(text)]));

const DEVICE_CHOICES = ['desktop', 'mobile', 'tablet', 'tv'].map((value) => ({ value, label: value }));
const VISITOR_CHOICES = ['new', 'returning'].map((value) => ({ value, label: value }));

/** Asks the router where a visitor would go, and why; blank fields are not known. */
export function SimulatorPanel({ linkId }: { linkId: number }) {
  const form = useContractForm({ schema: SampleVisitor, values: VALUES, keepAs: `simulator/${linkId}`, toWire });
  const run = useMutation({
    mutationFn: (visitor: SampleVisitor) => simulatorClient.simulate(linkId, [visitor]),
    onSuccess: () => form.kept.drop(),
  });

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        aria-label="Simulator"
        onSubmit={(event) => void form.handleSubmit((visitor) => run.mutate(visitor))(event)}
      >
        <KeptNotice kept={form.kept} />
        <FormSection
          title="Simulator"
          help="Asks the router itself, without counting a visit. What you leave blank is not known."
        >
          <TextInput name="country" label="Country" placeholder="DE" />
          <SelectInput name="device" label="Device" none="Not known" options={DEVICE_CHOICES} />
          <TextInput name="language" label="Language" placeholder="de" />
          <SelectInput name="visitor" label="Visitor" none="Not known" options={VISITOR_CHOICES} />
          <TextInput name="os" label="Operating system" placeholder="iOS" />
          <TextInput name="os_version" label="Its version" placeholder="17.4" />
          <TextInput name="browser" label="Browser" placeholder="Safari" />
          <TextInput name="referrer" label="Referring host" placeholder="news.example" />
          <Wide>
            <TextInput name="query" label="Parameters" placeholder="utm_source=taboola&utm_term=tea" isMono />
          </Wide>
        </FormSection>
        <Button type="submit" variant="outlined" loading={run.isPending} sx={{ mt: 1 }}>
          Simulate
        </Button>
      </Box>
      <Box role="status" sx={{ mt: 1.5 }}>
        {run.error && <Alert severity="error">{run.error.message}</Alert>}
        {run.data?.[0] ? (
          <SimulatorResult result={run.data[0]} />
        ) : (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            The result shows each rule with its verdict, and where 10,000 such visits would go.
          </Typography>
        )}
      </Box>
    </FormProvider>
  );
}
