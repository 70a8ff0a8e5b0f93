import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';
import { useContractForm } from '../../../platform/web/form.ts';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { ConflictPanel } from '../../../platform/web/ui/form/ConflictPanel.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { KeptNotice } from '../../../platform/web/ui/form/KeptNotice.tsx';
import { PickInput } from '../../../platform/web/ui/inputs/PickInput.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { SwitchInput } from '../../../platform/web/ui/inputs/SwitchInput.tsx';
import { useChangeNotice } from '../../../platform/web/undo/use-change-notice.ts';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { useFormSave } from '../../../platform/web/ui/form/use-form-save.ts';
import { useLeaving } from '../../../platform/web/ui/dialog/use-leaving.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { type Settings, SettingsChange } from '../contract.ts';
import { SETTINGS_LASTING } from '../lasting.ts';
import { settingsClient, settingsQueries } from './client.ts';
import { OwnVisitsSwitch } from './OwnVisitsSwitch.tsx';
import { type NumbersChange, SETTINGS_LABELS, toValues, toWire } from './settings-form.ts';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}));

const SEVERITIES = [
  { value: 'info', label: 'Info: everything' },
  { value: 'warning', label: 'Warning and critical' },
  { value: 'critical', label: 'Critical only' },
];

const card = { p: { xs: 2, sm: 3 }, mb: 2 } as const;

type Props = {
  settings: Settings;
  renderChange: (change: NumbersChange) => ReactNode;
  renderPlace: () => ReactNode;
};

/** The settings as one form with a bar that saves them; leaving it with unsaved changes asks first. */
export function SettingsForm({ settings, renderChange, renderPlace }: Props) {
  const form = useContractForm({ schema: SettingsChange, values: toValues(settings), keepAs: 'settings', toWire });
  const queries = useQueryClient();
  const notify = useChangeNotice();
  const { isDirty, isSubmitting, submitCount, errors } = form.formState;
  const leaving = useLeaving({
    isUnsaved: isDirty,
    isSaving: isSubmitting,
    text: 'What you changed in the settings is not saved.',
    onDiscard: form.kept.drop,
  });
  const hasErrors = submitCount > 0 && Object.keys(errors).length > 0;

  const { reset } = form;
  useEffect(() => {
    // saved elsewhere, or taken back: what is typed stays, and meets it when it is saved
    if (!isDirty) reset(toValues(settings));
  }, [isDirty, reset, settings]);

  const [asked, setAsked] = useState<NumbersChange>();
  const isConfirmed = useRef(false);

  const handleSave = async (wire: SettingsChange) => {
    const { data, message = 'Settings saved.' } = await settingsClient.update(wire);
    queries.setQueryData(settingsQueries.site().queryKey, data);
    form.reset(toValues(data));
    notify({ message });
  };

  const save = useFormSave(form, async (wire: SettingsChange) => {
    const change = {
      currency: wire.currency === settings.currency ? undefined : wire.currency,
      timeZone: wire.time_zone === settings.time_zone ? undefined : wire.time_zone,
    };
    const moves = change.currency !== undefined || change.timeZone !== undefined;
    if (moves && !isConfirmed.current) return setAsked(change);
    isConfirmed.current = false;
    return handleSave(wire);
  });

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        aria-label="Site settings"
        noValidate
        autoComplete="off"
        onSubmit={(event) => void save.submit(event)}
      >
        <KeptNotice kept={form.kept} />
        {save.conflict ? (
          <Paper variant="outlined" sx={card}>
            <ConflictPanel
              form={form}
              conflict={{ fromRecord: toValues, labels: SETTINGS_LABELS }}
              current={save.conflict}
              onSolved={save.solve}
            />
          </Paper>
        ) : (
          <Fields renderPlace={renderPlace} />
        )}
        <SaveBar
          failure={hasErrors ? 'Please correct the errors above.' : save.failure}
          isDirty={isDirty}
          isSaving={isSubmitting}
          isHeldUp={!!save.conflict}
          onDiscard={() => form.reset(toValues(settings))}
        />
      </Box>
      {asked && (
        <ConfirmDialog
          title={asked.currency ? `Change the currency to ${asked.currency}?` : 'Change the time zone?'}
          text={renderChange(asked)}
          cancelLabel="Keep it as it was"
          confirmLabel="Change and save"
          isDanger={false}
          onConfirm={() => {
            isConfirmed.current = true;
            setAsked(undefined);
            void save.submit();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {leaving.question}
    </FormProvider>
  );
}

type BarProps = {
  failure: string | undefined;
  isDirty: boolean;
  isSaving: boolean;
  /** By what somebody else saved meanwhile. */
  isHeldUp: boolean;
  onDiscard: () => void;
};

function SaveBar({ failure, isDirty, isSaving, isHeldUp, onDiscard }: BarProps) {
  return (
    <Paper
      variant="outlined"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 1,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: { xs: 2, sm: 3 },
        py: 1.5,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, color: 'text.secondary', fontSize: '0.8125rem' }}>
        {failure && <Alert severity="error">{failure}</Alert>}
        {!failure && (isDirty ? 'Unsaved changes' : 'Everything is saved.')}
      </Box>
      {isDirty && (
        <Button onClick={onDiscard} disabled={isSaving}>
          Discard
        </Button>
      )}
      <Button type="submit" variant="contained" loading={isSaving} disabled={!isDirty || isHeldUp}>
        Save
      </Button>
    </Paper>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

function Fields({ renderPlace }: Pick<Props, 'renderPlace'>) {
  return (
    <>
      <Paper variant="outlined" sx={card}>
        <FormSection level="h2" title="What readers see">
          <TextInput name="brand" label="Name of the site" isRequired />
          <TextInput
            name="contact_email"
            label="E-mail address"
            help="Shown on the contact and privacy pages."
            type="email"
          />
          <Wide>
            <TextInput name="tagline" label="Tagline" help="Stands beside the name on every page, and in the feed." />
          </Wide>
          <Wide>
            <TextInput
              name="disclosure"
              label="Disclosure"
              help="Says above every list and paid link that you may be paid. Readers must see it before they click."
              rows={3}
              isRequired
            />
          </Wide>
        </FormSection>
      </Paper>
      <Paper variant="outlined" sx={card}>
        <FormSection level="h2" title="Numbers and dates">
          <TextInput
            name="currency"
            label="Currency"
            help="The code, such as USD, for offers and networks that name none."
            isMono
          />
          <PickInput
            name="time_zone"
            label="Time zone"
            help="The zone of every date, and of the days of the reports."
            options={ZONES}
          />
        </FormSection>
      </Paper>
      <Paper variant="outlined" sx={card}>
        <FormSection
          level="h2"
          title="How long things are kept"
          help="What is older is deleted for good, within the hour. Conversions and the numbers of the reports stay."
        >
          <TextInput
            name="click_retention_days"
            label="Clicks and visits"
            help="A conversion finds its click only as long as this. 1 to 730."
            type="number"
            unit="days"
          />
          <TextInput name="log_retention_days" label="Postback logs" help="1 to 365." type="number" unit="days" />
          <TextInput
            name="contact_retention_days"
            label="Contact messages"
            help="1 to 1825."
            type="number"
            unit="days"
          />
          <Wide>
            <CannotUndo why={SETTINGS_LASTING.retention} />
          </Wide>
        </FormSection>
      </Paper>
      <Paper variant="outlined" sx={card}>
        <FormSection
          level="h2"
          title="Alerts"
          help="Alerts always stand in the back office. Save an address first, then try it on the Alerts screen."
        >
          <TextInput
            name="alert_webhook_url"
            label="Webhook"
            help="Gets each new alert as JSON; chat programs show its text. Begins with https://."
            isMono
          />
          <TextInput
            name="alert_email"
            label="E-mail for alerts"
            help="Needs a mail server in the environment (SMTP_URL)."
            type="email"
          />
          <SelectInput name="alert_severity" label="From which severity on" options={SEVERITIES} />
          <Wide>
            <CannotUndo why={SETTINGS_LASTING.webhook} />
          </Wide>
        </FormSection>
      </Paper>
      <Paper variant="outlined" sx={card}>
        <FormSection
          level="h2"
          title="Backups"
          help="One a day, of everything, into the place that the environment names. Of each of these days, weeks and months the newest is kept; what none of them needs is removed."
        >
          <Wide>{renderPlace()}</Wide>
          <SwitchInput name="is_backup_on" label="Take a backup every day" help="Server Health shows how they went." />
          <SelectInput name="backup_hour" label="At" help="In the time zone of the site." options={HOURS} />
          <TextInput name="backup_keep_daily" label="Kept of" help="1 to 366." type="number" unit="days" />
          <TextInput name="backup_keep_weekly" label="and of" help="0 to 520." type="number" unit="weeks" />
          <TextInput name="backup_keep_monthly" label="and of" help="0 to 240." type="number" unit="months" />
        </FormSection>
      </Paper>
      <Paper variant="outlined" sx={card}>
        <FormSection level="h2" title="Your own visits">
          <Wide>
            <OwnVisitsSwitch />
          </Wide>
        </FormSection>
      </Paper>
    </>
  );
}
