import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { printFigures } from '../support/figures.ts';
import { expect, test } from './support/fixtures.ts';
import { PICTURE } from './support/screen.ts';
import { API, FAULTS, type Cell } from './support/typed-faults.ts';
import { fieldOf, TYPED_FORMS, type TypedForm } from './support/typed-forms.ts';
import { findIds, type Ids } from './support/typed-ids.ts';

/** With PROVE_TYPED every form meets every fault; without it these do. */
const SAMPLE = [
  'guides/web/editor/GuideEditor.tsx',
  'networks/web/NetworkDialog.tsx',
  'costs/web/CostImportDialog.tsx',
];
const isWhole = process.env['PROVE_TYPED'] !== undefined;
const part = Number(process.env['PROVE_PART'] ?? '1');
const PARTS = 4;
const forms = isWhole
  ? TYPED_FORMS.filter((_form, index) => index % PARTS === part - 1)
  : TYPED_FORMS.filter((form) => SAMPLE.includes(form.module));

let cellsTyped = 0;
/** Never the same twice: what stands there already would be nothing typed. */
const lettersOf = (): string => `typed ${(cellsTyped += 1)} by hand`;
type Action = 'save' | 'autosave' | 'upload';

const actionsOf = ({ hasAutosave, upload }: TypedForm): Action[] => {
  if (!isWhole) return [hasAutosave ? 'autosave' : 'save'];
  return ['save', ...(hasAutosave ? (['autosave'] as const) : []), ...(upload ? (['upload'] as const) : [])];
};

async function act(page: Page, form: TypedForm, action: Action): Promise<void> {
  if (action === 'autosave') return page.waitForTimeout(2300);
  if (action === 'upload') {
    const picture = page.locator('input[type=file]').first();
    return (await picture.count()) > 0 ? picture.setInputFiles(PICTURE) : undefined;
  }
  const name = form.save ?? 'Save';
  const button = page.getByRole('button', { name, exact: typeof name === 'string' }).first();
  // what may not be pressed yet sends nothing
  if (await button.isEnabled()) await button.click({ timeout: 5000 }).catch(() => undefined);
}

/** Letters of the field; or, where the form was saved and is gone, of what the server took. */
async function lettersThere(page: Page, form: TypedForm, typed: string, taken: readonly string[]): Promise<number> {
  const found = await expect
    .poll(
      async () => {
        if (taken.some((body) => body.includes(typed))) return true;
        const field = page.getByRole('textbox', { name: form.field }).first();
        const tab = page.getByRole('tab', { name: form.tab ?? 'none' });
        if (form.tab && !(await field.isVisible()) && (await tab.isVisible())) await tab.click();
        if (!(await field.isVisible())) return false;
        // the form may be saved and gone between the two questions
        return (await field.inputValue({ timeout: 500 }).catch(() => '')).includes(typed);
      },
      { timeout: 15_000 },
    )
    .toBe(true)
    .then(() => true)
    .catch(() => false);
  return found ? typed.length : 0;
}

async function openSignedIn(context: BrowserContext, cell: Omit<Cell, 'page' | 'context'>): Promise<Page> {
  const { username, password, url } = cell;
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, permanent: true }),
  });
  const { token, user } = (await reply.json()) as { token: string; user: unknown };
  const page = await context.newPage();
  await page.addInitScript(() => {
    const within = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => within('isHasty' in window && window.isHasty ? 700 : ms);
  });
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    ([a, b]) => {
      localStorage.setItem('user', b!);
      localStorage.setItem('token', a!);
    },
    [token, JSON.stringify(user)],
  );
  return page;
}

/** Types into the open form. @returns what was typed */
async function typeInto(page: Page, form: TypedForm): Promise<string> {
  const field = await fieldOf(page, form);
  await field.fill('');
  await field.pressSequentially(lettersOf());
  return field.inputValue();
}

type Counts = { cells: number; typed: number; there: number };

async function tryForm(form: TypedForm, ids: Ids, context: BrowserContext, given: Omit<Cell, 'page' | 'context'>) {
  const counts: Counts = { cells: 0, typed: 0, there: 0 };
  const lost: string[] = [];
  const note = (name: string, typed: string, there: number) => {
    counts.cells += 1;
    counts.typed += typed.length;
    counts.there += there;
    if (there < typed.length) lost.push(name);
  };
  for (const action of actionsOf(form)) {
    for (const fault of FAULTS) {
      const page = await openSignedIn(context, given);
      const taken: string[] = [];
      page.on('response', (response) => {
        const request = response.request();
        if (response.ok() && API.test(request.url())) taken.push(request.postData() ?? '');
      });
      const cell = { ...given, page, context };
      await form.open(page, ids);
      const typed = await typeInto(page, form);
      taken.length = 0;
      await fault.strike(cell);
      // a dialog over the form takes the keys
      if (fault.name !== 'other tab signed out') await act(page, form, action);
      if (fault.name === 'session ended' || fault.name === 'chunk missing') await meetRefusal(page);
      else await page.waitForTimeout(400);
      await fault.mend(cell);
      note(`${form.module}, ${fault.name}, ${action}`, typed, await lettersThere(page, form, typed, taken));
      await page.close({ runBeforeUnload: false });
      await context.setOffline(false);
    }
  }
  note(`${form.module}, tab crashed`, ...(await crash(form, ids, context, given)));
  return { counts, lost };
}

/** A form that sent nothing hears of the end with the next question of its tab. */
async function meetRefusal(page: Page): Promise<void> {
  const login = page.getByRole('form', { name: 'Sign in' });
  await login.waitFor({ timeout: 3000 }).catch(async () => {
    await page.evaluate(() => {
      const token = localStorage.getItem('token');
      localStorage.clear();
      dispatchEvent(new StorageEvent('storage', { key: 'token', oldValue: token }));
    });
    await login.waitFor();
  });
}

/** The same record each time: the form of another would offer nothing. */
function once(ids: Ids): Ids {
  const told = new Map<string, Promise<string>>();
  const first = (key: string, make: () => Promise<string>) => {
    const made = told.get(key) ?? make();
    told.set(key, made);
    return made;
  };
  return {
    ...ids,
    tell: (clickId, ...statuses) => first(statuses.join(), () => ids.tell(clickId, ...statuses)),
    press: () => first('press', ids.press),
  };
}

async function crash(form: TypedForm, found: Ids, context: BrowserContext, given: Omit<Cell, 'page' | 'context'>) {
  const ids = once(found);
  const page = await openSignedIn(context, given);
  await form.open(page, ids);
  const typed = await typeInto(page, form);
  const gone = page.waitForEvent('crash');
  await Promise.race([page.goto('chrome://crash').catch(() => undefined), gone]);
  await gone;
  await page.close();
  const next = await openSignedIn(context, given);
  await form.open(next, ids);
  await fieldOf(next, form);
  await next
    .getByRole('button', { name: 'Use it' })
    .first()
    .click({ timeout: 5000 })
    .catch(() => undefined);
  const there = await lettersThere(next, form, typed, []);
  await next.close({ runBeforeUnload: false });
  return [typed, there] as const;
}

test.describe('what is typed and what goes wrong', { tag: '@engines' }, () => {
  test.use({ isSignedIn: false });
  test.setTimeout(900_000);
  const sum: Counts = { cells: 0, typed: 0, there: 0 };

  for (const form of forms)
    test(`no letter of ${form.module} is lost`, async ({ context, server, api }) => {
      const given = {
        url: server.url,
        username: server.adminUsername,
        password: server.adminPassword,
      };
      const { counts, lost } = await tryForm(form, await findIds(api, server.url), context, given);
      for (const name of ['cells', 'typed', 'there'] as const) sum[name] += counts[name];
      process.stdout.write(`${form.module}: ${JSON.stringify(counts)}\n`);
      expect(lost).toEqual([]);
    });

  test.afterAll(() => {
    if (isWhole) printFigures('P31', { forms: forms.length, ...sum, lost: sum.typed - sum.there });
  });
});

const SRC = join(import.meta.dirname, '../../src');

/** Every module that a screen may come to need. */
function reach(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, '');
  for (const [, path] of text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+\.tsx?)'/g))
    reach(join(dirname(file), path!), found);
  return found;
}

/** Nothing is typed into it. */
const CHOICES_ONLY = 'accounts/web/team/FactorRulesDialog.tsx';

test('every form that the routes lead to is tried', () => {
  const routes = readFileSync(join(SRC, 'app/admin/screens.ts'), 'utf8');
  // what the editors of pages make theirs by is no form of its own
  const hook = 'publishing/web/use-draft-form.ts';
  const makes = /\b(useContractForm|useDraftForm|useKeptState)(<[^(]*>)?\(/;
  const reached = new Map<string, Set<string>>();
  for (const [, screen, path] of routes.matchAll(
    /path: '([^']+)',\s*(?:(?:needs|writes): '[^']+',\s*)*load: async \(\) =>\s*\(await import\('([^']+)'\)\)/g,
  )) {
    const modules = [...reach(join(SRC, 'app/admin', path!))].filter(
      (file) =>
        file.includes('/web/') &&
        file.includes('/features/') &&
        !file.endsWith(hook) &&
        !file.endsWith(CHOICES_ONLY) &&
        makes.test(readFileSync(file, 'utf8')),
    );
    reached.set(screen!, new Set(modules.map((file) => relative(join(SRC, 'features'), file))));
  }
  expect(reached.size).toBe(routes.match(/^ {4}path:/gm)?.length);
  const listed = TYPED_FORMS.map((form) => form.module);
  expect([...new Set([...reached.values()].flatMap((modules) => [...modules]))].toSorted()).toEqual(listed.toSorted());
  for (const { module, screen } of TYPED_FORMS) expect(reached.get(screen), screen).toContain(module);
});

/** What is typed into these is a password, or who asks for one: nothing that a browser may keep. */
const KEEPS_NOTHING = [
  'accounts/web/account/ConfirmPasswordDialog.tsx',
  'accounts/web/signing-in/ForgotPassword.tsx',
  'accounts/web/signing-in/LoginForm.tsx',
  'accounts/web/signing-in/PasswordByLink.tsx',
];

test('no form is made beside the one hook that keeps what is typed', () => {
  const files = readdirSync(join(SRC, 'features'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !path.includes('.test.'),
  );
  const own = files.filter((path) => /\buseForm\(/.test(readFileSync(join(SRC, 'features', path), 'utf8')));
  expect(own.toSorted()).toEqual(KEEPS_NOTHING);
});
