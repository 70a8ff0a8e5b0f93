import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';

export type FormTab = {
  label: string;
  /** The form values edited here; an error in one of them marks the tab. */
  fields: readonly string[];
  content: ReactNode;
};

type Props = {
  tabs: readonly FormTab[];
  /** Brings the tab of this field to the front and goes to the field; a new object each time that it is asked for. */
  goTo?: { field: string } | undefined;
};

/** The sections of a long form as tabs. Saving with an error opens the first tab that holds one. */
export function FormTabs({ tabs, goTo }: Props) {
  const id = useId();
  const [open, setOpen] = useState(0);
  const { formState, setFocus } = useFormContext();
  const { errors, submitCount } = formState;
  const wrong = tabs.map((tab) => tab.fields.filter((name) => name in errors));

  const [seenSubmits, setSeenSubmits] = useState(submitCount);
  if (submitCount !== seenSubmits) {
    setSeenSubmits(submitCount);
    const first = wrong.findIndex((names) => names.length > 0);
    if (first !== -1 && wrong[open]!.length === 0) setOpen(first);
  }

  const [wentTo, setWentTo] = useState(goTo);
  if (goTo && goTo !== wentTo) {
    setWentTo(goTo);
    const wanted = tabs.findIndex((tab) => tab.fields.includes(goTo.field));
    if (wanted !== -1) setOpen(wanted);
  }
  useEffect(() => {
    if (wentTo) setFocus(wentTo.field);
  }, [wentTo, setFocus]);

  // The form's own focus fails on inputs of a hidden tab; by now the tab is open.
  const focusFirstError = useEffectEvent(() => {
    const name = wrong[open]![0];
    if (name) setFocus(name);
  });
  useEffect(() => {
    if (seenSubmits > 0) focusFirstError();
  }, [seenSubmits]);

  return (
    <>
      <Tabs
        value={open}
        onChange={(_event, tab: number) => setOpen(tab)}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        sx={{
          borderBottom: 1,
          borderColor: 'divider',
          mt: -1,
          mb: 2,
          // an arrow that leads nowhere takes no room
          '& .MuiTabs-scrollButtons.Mui-disabled': { width: 0 },
        }}
      >
        {tabs.map((tab, index) => (
          <Tab
            key={tab.label}
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            label={
              wrong[index]!.length > 0
                ? `${tab.label} (${wrong[index]!.length} ${wrong[index]!.length === 1 ? 'error' : 'errors'})`
                : tab.label
            }
            sx={wrong[index]!.length > 0 ? { color: 'error.main' } : {}}
          />
        ))}
      </Tabs>
      {tabs.map((tab, index) => (
        <Box
          key={tab.label}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== open}
        >
          {tab.content}
        </Box>
      ))}
    </>
  );
}
