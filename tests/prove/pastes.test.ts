import { chromium, type Browser, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, chromiumPath } from '../../scripts/chromium.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOfHtml } from '../../src/platform/text/html-text.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { factsOf, leftOutOf, linesOf } from './pastes/facts.ts';
import { clipboardOf, PROGRAMS, type Clipboard } from './pastes/programs.ts';

/**
 * Documents as eight kinds of programs put them on a clipboard, pasted by the keyboard into a real editor, saved and read again: every
 * line of the facts is there, and what is not is named.
 */

const DOCUMENTS = sampleSize('PROVE_PASTES', 5, 16);
const RELOAD_EACH = 10;
const LIMIT_MS = 25 * 60_000;

let server: TestServer;
let browser: Browser;
let page: Page;
let token: string;

async function api<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
  const reply = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Reply;
}

beforeAll(async () => {
  token = '';
  server = await startServer();
  const { adminUsername: username, adminPassword: password } = server;
  const session = await api<{ token: string; user: unknown }>('POST', '/auth/login', {
    username,
    password,
    permanent: true,
  });
  token = session.token;
  const executablePath = chromiumPath();
  browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: CHROMIUM_FLAGS,
  });
  const localStorage = [
    { name: 'token', value: token },
    { name: 'user', value: JSON.stringify(session.user) },
  ];
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  page = await context.newPage();
}, LIMIT_MS);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const editor = () => page.getByRole('textbox', { name: 'Description', exact: true });

/** Puts a document on the clipboard as a program does: in the answer to a copy, byte by byte. */
async function copy({ html, text }: Clipboard): Promise<void> {
  await page.evaluate(
    (given) => {
      const listen = (event: ClipboardEvent): void => {
        event.preventDefault();
        event.stopImmediatePropagation();
        if (given.html !== undefined) event.clipboardData!.setData('text/html', given.html);
        event.clipboardData!.setData('text/plain', given.text ?? 'the plain text of it');
        window.removeEventListener('copy', listen, true);
      };
      window.addEventListener('copy', listen, true);
    },
    { html, text },
  );
  await page.keyboard.press('Control+C');
}

/** Both as the browser reads them, without what only the store adds. */
const asRead = (html: string): Promise<string> =>
  page.evaluate((given) => {
    const read = new DOMParser().parseFromString(given, 'text/html').body;
    for (const link of read.querySelectorAll('a')) link.removeAttribute('rel');
    for (const ending of read.querySelectorAll('br.ProseMirror-trailingBreak')) ending.remove();
    return read.innerHTML;
  }, html);

const held = (): Promise<string> => editor().evaluate((box) => box.innerHTML);

test(
  `${DOCUMENTS} pasted documents keep every number, unit, row and sign, and name what they lost`,
  async () => {
    const guide = (
      await api<{ data: { id: number } }>('POST', '/admin/listicles', { title: 'Pasted', status: 'draft' })
    ).data;
    const open = async () => {
      await page.goto(`${server.url}/admin/listicles/${guide.id}/edit`);
      await page.getByRole('tab', { name: /^Text/ }).click({ timeout: 60_000 });
      await editor().waitFor({ timeout: 60_000 });
    };
    await open();
    const counts = { documents: 0, facts: 0, missing: 0, unnamed: 0, differing: 0, reloaded: 0 };
    const wrong: string[] = [];
    for (let seed = 0; seed < DOCUMENTS; seed += 1) {
      const program = PROGRAMS[seed % PROGRAMS.length]!;
      const facts = factsOf(seed);
      const clipboard = clipboardOf(facts, program);
      const note = (what: string) => wrong.push(`${program} ${seed}: ${what}`);
      await editor().click();
      await page.keyboard.press('Control+A');
      await copy(clipboard);
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Control+V');
      const shown = await held();
      const notice = await page.getByRole('status').allInnerTexts();
      const saved = page.waitForResponse(
        (reply) => reply.request().method() === 'PUT' && reply.url().endsWith(`/listicles/${guide.id}`),
      );
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      expect((await saved).status()).toBe(200);
      await page.getByText('Everything is saved').waitFor();
      const stored = (await api<{ data: { description: string } }>('GET', `/admin/listicles/${guide.id}`)).data
        .description;
      if ((await asRead(stored)) !== (await asRead(shown))) {
        counts.differing += 1;
        note(`the store has\n${await asRead(stored)}\nthe editor\n${await asRead(shown)}`);
      }
      if (seed % RELOAD_EACH === 0) {
        await open();
        counts.reloaded += 1;
        if ((await asRead(await held())) !== (await asRead(shown))) {
          counts.differing += 1;
          note('reads otherwise when it is opened again');
        }
      }
      const lines = textOfHtml(stored, { hasItemSigns: true }).split('\n');
      for (const line of linesOf(facts, clipboard.html !== undefined)) {
        counts.facts += 1;
        if (lines.includes(line)) continue;
        counts.missing += 1;
        note(`“${line}” is not among\n${lines.join('\n')}`);
      }
      for (const name of clipboard.html === undefined ? [] : leftOutOf(facts)) {
        if (notice.some((text) => text.includes(name))) continue;
        counts.unnamed += 1;
        note(`“${name}” is not named in ${JSON.stringify(notice)}`);
      }
      counts.documents += 1;
    }
    printFigures('P32', counts);
    expect(wrong.slice(0, 3)).toEqual([]);
  },
  LIMIT_MS,
);
