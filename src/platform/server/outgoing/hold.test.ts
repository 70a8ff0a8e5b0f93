import { expect, test } from 'vitest';
import { heldMailer, heldOutgoing } from './hold.ts';

test('while the hold is on nobody is told anything, and addresses are looked at', async () => {
  let isOn = true;
  const sent: string[] = [];
  const hold = { isOn: () => Promise.resolve(isOn) };
  const outgoing = heldOutgoing(
    {
      send({ url }) {
        sent.push(url);
        return Promise.resolve({ kind: 'answer', status: 200, body: '', durationMs: 1 });
      },
      close: () => Promise.resolve(),
    },
    hold,
  );
  const mailer = heldMailer({ send: ({ to }) => Promise.resolve(void sent.push(to)) }, hold);
  const letter = { to: 'a@b.example', subject: 's', text: 't' };
  expect(await outgoing.send({ method: 'POST', url: 'https://told.example/' })).toMatchObject({
    kind: 'blocked',
    reason: 'on_hold',
  });
  await expect(mailer.send(letter)).rejects.toThrow('letters are on hold');
  expect(sent).toEqual([]);
  await outgoing.send({ method: 'GET', url: 'https://looked.example/', isLook: true });
  isOn = false;
  await outgoing.send({ method: 'POST', url: 'https://told.example/' });
  await mailer.send(letter);
  expect(sent).toEqual(['https://looked.example/', 'https://told.example/', 'a@b.example']);
});
