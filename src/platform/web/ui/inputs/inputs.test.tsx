// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { fakeServer, renderScreen } from '../../../../../tests/support/web.tsx';
import { CopyField } from '../CopyField.tsx';
import { DateTime, relativeTime } from '../DateTime.tsx';
import { ImageField } from './ImageField.tsx';
import { KeyValueEditor } from './KeyValueEditor.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { RichText } from '../rich-text/RichText.tsx';
import { PointsInput } from './PointsInput.tsx';
import { SelectInput } from './SelectInput.tsx';
import { useSnackbar } from '../dialog/snackbar.ts';
import { TextInput } from './TextInput.tsx';
import { TimeZoneContext } from '../time-zone.ts';

type Props = {
  values: Record<string, unknown>;
  errors?: FieldErrors;
  onSave: (values: unknown) => void;
  children: ReactNode;
};

function Form({ values, errors, onSave, children }: Props) {
  const form = useForm({ defaultValues: values, ...(errors && { errors }) });
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void form.handleSubmit(onSave)(event)}>
        {children}
        <button type="submit">Save</button>
      </form>
    </FormProvider>
  );
}

const saver = () => vi.fn<(values: unknown) => void>();
const picture = () => new File(['x'], 'a.png', { type: 'image/png' });
const picker = () => document.querySelector<HTMLInputElement>('input[type=file]')!;

test('an image is uploaded when chosen, previewed, and removed', async () => {
  const server = await fakeServer({ 'POST /api/images': () => ({ body: { imageUrl: '/media/a.png' } }) });
  localStorage.setItem('token', 't');
  const onSave = saver();
  const { user } = renderScreen(
    <Form values={{ image: null }} onSave={onSave}>
      <ImageField name="image" label="Main image" />
    </Form>,
  );
  expect(picker().accept).toBe('image/png,image/jpeg,image/gif,image/webp');
  await user.upload(picker(), picture());
  expect((await screen.findByRole('img', { name: 'Preview' })).getAttribute('src')).toBe('/media/a.png');
  expect(server.seen).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSave.mock.calls[0]![0]).toEqual({ image: '/media/a.png' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.queryByRole('img')).toBeNull();
});

test.each([
  ['without a word of the server', { status: 500, body: {} }, 'Image upload failed.'],
  [
    'with a message',
    { status: 413, body: { message: 'The image is larger than 8 MB.' } },
    'The image is larger than 8 MB.',
  ],
  ['without an address', { status: 200, body: {} }, 'Image URL not found in response.'],
])('a failed upload %s is said at the field', async (_name, answer, text) => {
  await fakeServer({ 'POST /api/images': () => answer });
  localStorage.setItem('token', 't');
  const { user } = renderScreen(
    <Form values={{ image: null }} onSave={saver()}>
      <ImageField name="image" label="Main image" />
    </Form>,
  );
  await user.upload(picker(), picture());
  expect(await screen.findByText(text)).toBeTruthy();
});

test('rich text offers its five formats by name and gives HTML', async () => {
  const onSave = saver();
  const { user } = renderScreen(
    <Form values={{ text: '<p>Hello</p>' }} onSave={onSave}>
      <RichText name="text" label="Description" />
    </Form>,
  );
  const box = await screen.findByRole('textbox', { name: 'Description' }, { timeout: 10_000 });
  expect(box.textContent).toBe('Hello');
  const names = ['Bold', 'Italic', 'Underline', 'Bullet list', 'Numbered list'];
  for (const name of names) expect(screen.getByRole('button', { name })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Bullet list' }));
  expect(screen.getByRole('button', { name: 'Bullet list' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(onSave.mock.calls[0]![0]).toEqual({ text: expect.stringContaining('<ul><li><p>Hello') as string }),
  );
});

test('a password can be shown, and caps lock is hinted at', async () => {
  const { user } = renderScreen(
    <Form values={{ password: '' }} onSave={saver()}>
      <PasswordInput name="password" label="Password" autoComplete="off" />
    </Form>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  expect(input.type).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input.type).toBe('text');
  const event = new KeyboardEvent('keydown', { key: 'A', bubbles: true });
  Object.defineProperty(event, 'getModifierState', { value: () => true });
  fireEvent(input, event);
  expect(screen.getByText('Caps lock is on.')).toBeTruthy();
});

test('a select is found by its label and tells what was chosen', async () => {
  const onChanged = vi.fn<(value: string) => void>();
  const { user } = renderScreen(
    <Form values={{ size: '' }} onSave={saver()}>
      <SelectInput
        name="size"
        label="Size"
        none="Any"
        options={[{ value: 's', label: 'Small' }]}
        onChanged={onChanged}
      />
    </Form>,
  );
  const box = screen.getByRole('combobox', { name: /Size/ });
  expect(box.textContent).toBe('Any');
  await user.click(box);
  await user.click(screen.getByRole('option', { name: 'Small' }));
  expect(onChanged).toHaveBeenCalledWith('s');
  expect(box.textContent).toBe('Small');
});

test('a copy field copies and says so', async () => {
  const { user } = renderScreen(<CopyField label="Postback URL" value="https://a.example/x" />);
  await user.click(screen.getByRole('button', { name: 'Copy Postback URL' }));
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('https://a.example/x');
});

test('a time is written in the zone of the site', () => {
  renderScreen(
    <TimeZoneContext value="America/New_York">
      <DateTime value="2026-01-02T03:04:00.000Z" />
    </TimeZoneContext>,
  );
  expect(screen.getByText('2026-01-01 22:04')).toBeTruthy();
});

test.each([
  [30, 'now'],
  [-90, '1 minute ago'],
  [-7200, '2 hours ago'],
  [-86_400, 'yesterday'],
  [172_800, 'in 2 days'],
])('%i seconds from now are "%s"', (seconds, words) => {
  const now = Date.UTC(2026, 0, 1);
  expect(relativeTime(new Date(now + seconds * 1000).toISOString(), now)).toBe(words);
});

function Shout() {
  const notify = useSnackbar();
  return (
    <button
      onClick={() =>
        notify({ message: 'Deleted.', action: { label: 'Undo', onClick: () => notify({ message: 'Back.' }) } })
      }
    >
      Delete
    </button>
  );
}

test('the snackbar says it, offers Undo, and closes', async () => {
  const { user } = renderScreen(<Shout />);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('status')).textContent).toContain('Deleted.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Back.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('Back.')).toBeNull());
});

test('several inputs of one field stand together without a complaint of the library', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const onSave = saver();
  const { user } = renderScreen(
    <Form values={{ words: [{ key: 'paid', value: 'approved' }] }} onSave={onSave}>
      <KeyValueEditor name="words" label="Words" keyLabel="Word" valueLabel="Means" addLabel="Add word" isRequired />
    </Form>,
  );
  await user.click(screen.getByRole('button', { name: 'Add word' }));
  await user.type(screen.getByRole('textbox', { name: 'Word 2' }), 'void');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSave).toHaveBeenCalled());
  expect(onSave.mock.calls[0]![0]).toEqual({
    words: [
      { key: 'paid', value: 'approved' },
      { key: 'void', value: '' },
    ],
  });
  expect(complain).not.toHaveBeenCalled();
});

test('a text field says which signs that nobody sees will be left out, and takes the direction of its text', async () => {
  renderScreen(
    <Form values={{ name: 'Calm\u200b tea\u202e', other: '👩‍👧 می‌خواهم' }} onSave={saver()}>
      <TextInput name="name" label="Name" />
      <TextInput name="other" label="Other" />
    </Form>,
  );
  const field = await screen.findByLabelText('Name');
  expect(field).toHaveProperty('dir', 'auto');
  expect(screen.getByRole('status').textContent).toBe('2 signs that nobody sees (U+200B, U+202E) will be left out.');
  expect(field.getAttribute('aria-describedby')).toBe(screen.getByRole('status').id);
});

test('of a field with an error only the error is red', async () => {
  renderScreen(
    <Form
      values={{ name: '' }}
      errors={{ name: { type: 'required', message: 'This field is required.' } }}
      onSave={saver()}
    >
      <TextInput name="name" label="Name" help="As readers know it." />
    </Form>,
  );
  const isRed = (text: string): boolean => screen.getByText(text).classList.contains('Mui-error');
  await screen.findByText('This field is required.');
  expect([isRed('This field is required.'), isRed('As readers know it.')]).toEqual([true, false]);
});

test('a line that stands at an end stays there when it is moved beyond it', async () => {
  const onSave = saver();
  const { user } = renderScreen(
    <Form values={{ pros: ['Light', 'Quiet'] }} onSave={onSave}>
      <PointsInput name="pros" label="Pros" one="Pro" max={5} />
    </Form>,
  );
  const move = async (line: string, key: string) => {
    await user.click(screen.getByRole('textbox', { name: line }));
    await user.keyboard(`{Alt>}{${key}}{/Alt}`);
  };
  await move('Pro 1', 'ArrowUp');
  await move('Pro 2', 'ArrowDown');
  // the free line at the end is none yet
  await move('Pro 3', 'ArrowUp');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSave.mock.calls[0]?.[0]).toEqual({ pros: ['Light', 'Quiet'] }));
  await move('Pro 2', 'ArrowUp');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSave.mock.calls[1]?.[0]).toEqual({ pros: ['Quiet', 'Light'] }));
});
