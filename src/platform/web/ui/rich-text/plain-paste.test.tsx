import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../tests/support/web.tsx';
import { KeyValueEditor } from '../inputs/KeyValueEditor.tsx';
import { PointsInput } from '../inputs/PointsInput.tsx';
import { TextInput } from '../inputs/TextInput.tsx';

function Form({ values, children }: { values: Record<string, unknown>; children: ReactNode }) {
  return <FormProvider {...useForm({ defaultValues: values })}>{children}</FormProvider>;
}

/** @returns whether the field took it over; else the browser pastes the plain text */
function paste(input: HTMLElement, data: Record<string, string>): boolean {
  const event = createEvent.paste(input, { clipboardData: { getData: (type: string) => data[type] ?? '' } });
  fireEvent(input, event);
  return event.defaultPrevented;
}

const ROWS =
  '<table><tr><td>Dose</td><td>5</td><td>10<sup>3</sup> mg</td></tr><tr><td>Limit</td><td>6</td><td><s>7</s> 8 mg</td></tr></table>';

test('a field of one line gets rows that are parted, powers as powers, and says what was crossed out', async () => {
  renderScreen(
    <Form values={{ title: '' }}>
      <TextInput name="title" label="Title" />
    </Form>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Title');
  expect(paste(input, { 'text/html': ROWS, 'text/plain': 'Dose 5 103 mg' })).toBe(true);
  await waitFor(() => expect(input.value).toBe('Dose: 5 | 10³ mg; Limit: 6 | 8 mg'));
  expect(await screen.findByText('Left out of what was pasted: 1 struck-out passage (“7”).')).toBeTruthy();
});

test('what plain text says as well is pasted by the browser, and so is every key and code', () => {
  renderScreen(
    <Form values={{ title: '', key: '' }}>
      <TextInput name="title" label="Title" />
      <TextInput name="key" label="Key" isMono />
    </Form>,
  );
  expect(paste(screen.getByLabelText('Title'), { 'text/html': '<b>5 mg</b>', 'text/plain': '5 mg' })).toBe(false);
  expect(paste(screen.getByLabelText('Key'), { 'text/html': ROWS, 'text/plain': 'a\tb' })).toBe(false);
});

test('lines of a text area keep the numbers of their list', async () => {
  renderScreen(
    <Form values={{ text: '' }}>
      <TextInput name="text" label="Text" rows={3} />
    </Form>,
  );
  const input = screen.getByLabelText<HTMLTextAreaElement>('Text');
  paste(input, { 'text/html': '<ol start="3"><li>a</li><li>b</li></ol>' });
  await waitFor(() => expect(input.value).toBe('3. a\n4. b'));
});

test('items of a list become points without their signs', async () => {
  renderScreen(
    <Form values={{ pros: [] }}>
      <PointsInput name="pros" label="Pros" one="Pro" max={5} />
    </Form>,
  );
  paste(screen.getByLabelText('Pro 1'), { 'text/html': '<ul><li>Holds 10<sup>3</sup> mL</li><li>Light</li></ul>' });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Pro 1').value).toBe('Holds 10³ mL'));
  expect(screen.getByLabelText<HTMLInputElement>('Pro 2').value).toBe('Light');
});

const pairs = (max = 10) =>
  renderScreen(
    <Form values={{ facts: [{ key: '', value: '' }] }}>
      <KeyValueEditor name="facts" label="Facts" keyLabel="Fact" valueLabel="Value" addLabel="Add" max={max} />
    </Form>,
  );
const valuesOf = (name: RegExp): string[] => screen.getAllByLabelText<HTMLInputElement>(name).map((one) => one.value);

test('rows of a table pasted into a blank row of names and values become rows, cells beyond the second parted', async () => {
  pairs();
  expect(paste(screen.getByLabelText('Fact 1'), { 'text/html': ROWS })).toBe(true);
  await waitFor(() => expect(valuesOf(/^Fact \d/)).toEqual(['Dose', 'Limit']));
  expect(valuesOf(/^Value \d/)).toEqual(['5 | 10³ mg', '6 | 8 mg']);
  expect(await screen.findByText('Left out of what was pasted: 1 struck-out passage (“7”).')).toBeTruthy();
  // into a row that says something it stays whole
  paste(screen.getByLabelText('Value 1'), { 'text/plain': 'a\tb\nc\td' });
  await waitFor(() => expect(valuesOf(/^Value \d/)[0]).toContain('a | b; c | d'));
  expect(valuesOf(/^Fact \d/)).toHaveLength(2);
});

test('rows that find no place are named', async () => {
  pairs(1);
  paste(screen.getByLabelText('Fact 1'), { 'text/plain': 'Dose\t5 mg\nLimit\t6 mg' });
  await waitFor(() => expect(valuesOf(/^Value \d/)).toEqual(['5 mg']));
  const words = 'Left out of what was pasted: 1 line without a place here (“Limit: 6 mg”).';
  expect(await screen.findByText(words)).toBeTruthy();
});

test('points that find no place are named, and those that stand there stay', async () => {
  renderScreen(
    <Form values={{ pros: ['Old'] }}>
      <PointsInput name="pros" label="Pros" one="Pro" max={3} />
    </Form>,
  );
  paste(screen.getByLabelText('Pro 2'), { 'text/plain': 'Quiet\nLight\nCheap' });
  await waitFor(() => expect(valuesOf(/^Pro \d/)).toEqual(['Old', 'Quiet', 'Light']));
  expect(await screen.findByText('Left out of what was pasted: 1 line without a place here (“Cheap”).')).toBeTruthy();
});

test('where values are chosen, rows with one of the choices are taken and the others are named', async () => {
  renderScreen(
    <Form values={{ words: [{ key: '', value: 'approved' }] }}>
      <KeyValueEditor
        name="words"
        label="Words"
        keyLabel="Word"
        valueLabel="Means"
        addLabel="Add"
        options={[
          { value: 'approved', label: 'Approved' },
          { value: 'rejected', label: 'Rejected' },
        ]}
      />
    </Form>,
  );
  paste(screen.getByLabelText('Word 1'), { 'text/plain': 'void\tRejected\npaid\tmaybe' });
  await waitFor(() => expect(valuesOf(/^Word \d/)).toEqual(['void']));
  expect(screen.getByLabelText('Means 1').textContent).toBe('Rejected');
  expect(await screen.findByText(/1 line without a place here \(“paid: maybe”\)/)).toBeTruthy();
});
