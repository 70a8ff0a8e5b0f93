// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { renderScreen } from '../../../../../tests/support/web.tsx';
import { toNumber, toText, useContractForm } from '../../form.ts';
import { ApiError } from '../../http.ts';
import { FormDialog } from './FormDialog.tsx';
import { FormSection } from './FormSection.tsx';
import { FormTabs } from './FormTabs.tsx';
import { KeyValueEditor, type Pair } from '../inputs/KeyValueEditor.tsx';
import { SwitchInput } from '../inputs/SwitchInput.tsx';
import { TextInput } from '../inputs/TextInput.tsx';

const Body = z.strictObject({
  name: z.string().trim().min(1).max(5),
  days: z.int().min(1).nullable(),
  live: z.boolean(),
  params: z.array(z.object({ key: z.string().regex(/^[a-z]+$/, 'must be letters'), value: z.string() })),
  version: z.int().optional(),
});
type Body = z.infer<typeof Body>;

const toValues = (record?: Partial<Body>) => ({
  name: toText(record?.name),
  days: toText(record?.days),
  live: record?.live ?? false,
  params: (record?.params ?? []) as Pair[],
  version: record?.version,
});
type Values = ReturnType<typeof toValues>;
const toWire = (values: Values) => ({ ...values, days: toNumber(values.days) });

type Props = { onSave: (wire: Body) => Promise<unknown>; onClose?: () => void; record?: Partial<Body> };

function Editor({ onSave, onClose = () => undefined, record }: Props) {
  const form = useContractForm({ schema: Body, values: toValues(record), keepAs: 'body', toWire });
  const labels = { name: 'Name', days: 'Days', live: 'Live', params: 'Parameters' };
  return (
    <FormDialog
      title="Edit pear"
      form={form}
      onSave={onSave}
      onClose={onClose}
      conflict={{ fromRecord: toValues, labels }}
    >
      <FormTabs
        tabs={[
          {
            label: 'General',
            fields: ['name', 'live'],
            content: (
              <FormSection>
                <TextInput name="name" label="Name" isRequired />
                <SwitchInput name="live" label="Live" />
              </FormSection>
            ),
          },
          {
            label: 'More',
            fields: ['days', 'params'],
            content: (
              <FormSection>
                <TextInput name="days" label="Days" type="number" />
                <KeyValueEditor
                  name="params"
                  label="Parameters"
                  keyLabel="Key"
                  valueLabel="Value"
                  addLabel="Add parameter"
                />
              </FormSection>
            ),
          },
        ]}
      />
    </FormDialog>
  );
}

const saver = (answer: () => Promise<unknown> = () => Promise.resolve()) =>
  vi.fn<(wire: Body) => Promise<unknown>>(answer);
const save = () => screen.getByRole('button', { name: 'Save' });
const name = () => screen.getByRole('textbox', { name: 'Name' });

test('what is saved has the shape of the contract', async () => {
  const onSave = saver();
  const { user } = renderScreen(<Editor onSave={onSave} record={{ version: 3 }} />);
  await user.type(name(), ' Pear ');
  await user.click(screen.getByRole('switch', { name: 'Live' }));
  await user.click(screen.getByRole('tab', { name: 'More' }));
  await user.type(screen.getByRole('textbox', { name: 'Days' }), '7');
  await user.click(screen.getByRole('button', { name: 'Add parameter' }));
  await user.type(screen.getByRole('textbox', { name: 'Key 1' }), 'sub');
  await user.type(screen.getByRole('textbox', { name: 'Value 1' }), 'x');
  await user.click(save());
  await waitFor(() =>
    expect(onSave).toHaveBeenCalledWith({
      name: 'Pear',
      days: 7,
      live: true,
      params: [{ key: 'sub', value: 'x' }],
      version: 3,
    }),
  );
});

test('an invalid form is not sent, says so, and marks field and focus', async () => {
  const onSave = saver();
  const { user } = renderScreen(<Editor onSave={onSave} />);
  await user.click(save());
  expect(await screen.findByText('Please correct the errors above.')).toBeTruthy();
  expect(screen.getByText('This field is required.')).toBeTruthy();
  expect(name().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(name());
  expect(onSave).not.toHaveBeenCalled();
  await user.type(name(), 'Pear');
  await waitFor(() => expect(screen.queryByText('Please correct the errors above.')).toBeNull());
});

test('an error behind another tab opens that tab', async () => {
  const { user } = renderScreen(<Editor onSave={saver()} record={{ name: 'Pear', days: 0 }} />);
  await user.click(save());
  const tab = await screen.findByRole('tab', { name: 'More (1 error)' });
  expect(tab.getAttribute('aria-selected')).toBe('true');
  expect(screen.getByText('At least 1.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Days' })));
});

test('an error inside a list is shown at the list', async () => {
  const { user } = renderScreen(
    <Editor onSave={saver()} record={{ name: 'Pear', params: [{ key: '9', value: '' }] }} />,
  );
  await user.click(save());
  expect(await screen.findByText('Must be letters.')).toBeTruthy();
});

test("the server's reasons stand at their fields", async () => {
  const refuse = () =>
    Promise.reject(new ApiError(409, 'name_taken', 'No.', { errors: { name: ['The name is taken.'] } }));
  const { user } = renderScreen(<Editor onSave={saver(refuse)} record={{ name: 'Pear' }} />);
  await user.click(save());
  expect(await screen.findByText('The name is taken.')).toBeTruthy();
  expect(screen.getByText('Please correct the errors above.')).toBeTruthy();
});

test('a refusal that belongs to no field is shown as a sentence', async () => {
  const refuse = () => Promise.reject(new ApiError(503, 'unavailable', 'The database is down.'));
  const { user } = renderScreen(<Editor onSave={saver(refuse)} record={{ name: 'Pear' }} />);
  await user.click(save());
  expect(await screen.findByText('The database is down.')).toBeTruthy();
});

test('Escape and the backdrop do not close it', async () => {
  const onClose = vi.fn<() => void>();
  const { user } = renderScreen(<Editor onSave={saver()} onClose={onClose} />);
  await user.keyboard('{Escape}');
  await user.click(document.querySelector('.MuiDialog-container')!);
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('Cancel asks when something was typed', async () => {
  const onClose = vi.fn<() => void>();
  const { user } = renderScreen(<Editor onSave={saver()} onClose={onClose} />);
  await user.type(name(), 'P');
  expect(screen.getByText('Unsaved changes')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('leaving the page asks when something was typed', async () => {
  const { user, router } = renderScreen(<Editor onSave={saver()} />);
  await user.type(name(), 'P');
  await router.navigate('/elsewhere');
  expect(router.state.location.pathname).toBe('/');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
});

const conflict = () =>
  new ApiError(409, 'version_conflict', 'Changed.', {
    details: { current: { name: 'Plum', days: 2, version: 5 }, yours: {} },
  });

test('a conflict shows theirs and mine, and mine can be saved over theirs', async () => {
  const onSave = saver().mockRejectedValueOnce(conflict());
  const { user } = renderScreen(<Editor onSave={onSave} record={{ name: 'Pear', days: 2, version: 4 }} />);
  await user.click(save());
  const differences = await screen.findByRole('table', { name: 'Differences' });
  const cells = within(within(differences).getByRole('row', { name: /Name/ })).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual(['Plum', 'Pear']);
  expect(within(differences).queryByText('Days')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save mine over theirs' }));
  await waitFor(() => expect(onSave).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Pear', version: 5 })));
});

test('in a conflict each field can be chosen; what only one of the two changed is chosen already', async () => {
  const onSave = saver().mockRejectedValueOnce(
    new ApiError(409, 'version_conflict', 'Changed.', { details: { current: { name: 'Plum', days: 3, version: 5 } } }),
  );
  const { user } = renderScreen(<Editor onSave={onSave} record={{ name: 'Pear', days: 2, version: 4 }} />);
  await user.clear(name());
  await user.type(name(), 'Fig');
  await user.click(save());
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Name: keep mine' })).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Days: keep theirs' }).checked).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Save as chosen' }));
  await waitFor(() =>
    expect(onSave).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Fig', days: 3, version: 5 })),
  );
});

test('after a conflict theirs can be taken and edited further', async () => {
  const onSave = saver().mockRejectedValueOnce(conflict());
  const { user } = renderScreen(<Editor onSave={onSave} record={{ name: 'Pear', version: 4 }} />);
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: 'Take theirs' }));
  expect((name() as HTMLInputElement).value).toBe('Plum');
  await user.click(save());
  await waitFor(() => expect(onSave).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Plum', version: 5 })));
});

const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ });

test('what was typed and never saved is offered after the page was left, and saved it is forgotten', async () => {
  const first = renderScreen(<Editor onSave={() => Promise.resolve()} record={{ name: 'pear', version: 1 }} />);
  await first.user.type(nameField(), 's');
  expect(localStorage.length).toBe(1);
  cleanup();
  const { user } = renderScreen(<Editor onSave={() => Promise.resolve()} record={{ name: 'pear', version: 1 }} />);
  expect(nameField().value).toBe('pear');
  expect(screen.getByText(/was not saved, and this browser has kept it/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use it' }));
  expect(nameField().value).toBe('pears');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(localStorage.length).toBe(0));
});

test('what was kept is dropped by Discard, here and in the question of Cancel', async () => {
  const first = renderScreen(<Editor onSave={() => Promise.resolve()} />);
  await first.user.type(nameField(), 'plum');
  cleanup();
  const { user } = renderScreen(<Editor onSave={() => Promise.resolve()} />);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(localStorage.length).toBe(0);
  await user.type(nameField(), 'fig');
  expect(localStorage.length).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(localStorage.length).toBe(0);
});

test('what is typed stays kept when its save is called off', async () => {
  const { user } = renderScreen(<Editor onSave={() => Promise.resolve(false)} />);
  await user.type(nameField(), 'plum');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false));
  expect(localStorage.length).toBe(1);
});

test('kept edits of an older version are told as such, and bring the choice field by field', async () => {
  const first = renderScreen(<Editor onSave={() => Promise.resolve()} record={{ name: 'pear', version: 1 }} />);
  await first.user.type(nameField(), 's');
  cleanup();
  const onSave = vi.fn<(wire: Body) => Promise<unknown>>().mockResolvedValue(undefined);
  const { user } = renderScreen(<Editor onSave={onSave} record={{ name: 'apple', days: 3, version: 2 }} />);
  expect(screen.getByText(/saved by somebody since/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use it' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSave).toHaveBeenCalledOnce());
  expect(onSave.mock.calls[0]?.[0]).toMatchObject({ name: 'pears', days: 3, version: 1 });
});

test('a browser that keeps nothing says so once, and the form works', async () => {
  vi.stubGlobal('localStorage', {
    length: 0,
    getItem: () => null,
    removeItem: () => undefined,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const onSave = vi.fn<(wire: Body) => Promise<unknown>>().mockResolvedValue(undefined);
  const { user } = renderScreen(<Editor onSave={onSave} />);
  await user.type(nameField(), 'plum');
  expect(await screen.findByText(/This browser keeps nothing that you type/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSave).toHaveBeenCalledOnce());
  vi.unstubAllGlobals();
});
