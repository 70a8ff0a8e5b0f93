import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from '@playwright/test';
import { expectNoAxeFindings } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { DESKTOP, expectNoSidewaysScroll, expectSaid, PHONE, recordSaid } from './support/screen.ts';

const PASSWORD = 'plum harbour sixteen tapes';
const NEXT_PASSWORD = 'violet kettle on the moor';

test.use({ viewport: DESKTOP, isSignedIn: true });

const openTeam = async (page: Page): Promise<void> => {
  await page.goto('/admin/team');
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
};

async function openAccount(page: Page, part: string): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: part }).click();
}

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const isIn = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Listicle Stats' })).toBeVisible();

/** A page of somebody else, on a phone. */
async function elsewhere(browser: Browser, baseURL: string): Promise<Page> {
  const nobody = { cookies: [], origins: [] };
  const context = await browser.newContext({ baseURL, viewport: PHONE, storageState: nobody });
  await recordSaid(context);
  return context.newPage();
}

test('a colleague is invited, sets up a second factor, loses the phone, and is let in and out again', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const phone = await elsewhere(browser, baseURL!);

  const link = await test.step('the owner invites and copies the link', async () => {
    await openTeam(page);
    await page.getByRole('button', { name: 'Invite' }).click();
    const form = page.getByRole('dialog', { name: 'Invite a person' });
    await form.getByLabel('Username').fill('zoe');
    await form.getByRole('button', { name: 'Invite' }).click();
    const made = page.getByRole('dialog', { name: 'Link for zoe' });
    const text = await made.getByRole('textbox', { name: 'One-time link' }).inputValue();
    await expectNoAxeFindings(page, 'the link');
    await made.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('row', { name: /zoe/ })).toContainText('Invited');
    return text;
  });

  await test.step('the colleague chooses a password by it and signs in', async () => {
    await phone.goto(link);
    await expect(phone.getByText('You sign in as zoe.')).toBeVisible();
    await phone.getByLabel(/^Password/).fill('too short');
    await phone.getByRole('button', { name: 'Save password' }).click();
    await expect(phone.getByText('Must have at least 15 characters', { exact: false })).toBeVisible();
    await expectNoAxeFindings(phone, 'the link on a phone');
    await phone.getByLabel(/^Password/).fill(PASSWORD);
    await phone.getByRole('button', { name: 'Save password' }).click();
    await expect(phone.getByText('The password is set.')).toBeVisible();
    await expect(phone.getByLabel('Username')).toHaveValue('zoe');
    await phone.getByLabel(/^Password/).fill(PASSWORD);
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await isIn(phone);
    await phone.goto(link);
    await expect(phone.getByText('This link does not work')).toBeVisible();
    await phone.getByRole('button', { name: 'Back to sign in' }).click();
    await isIn(phone);
  });

  const { totp, codes } = await test.step('and sets up a second factor', async () => {
    await openAccount(phone, 'Second factor');
    await phone.getByRole('button', { name: 'Set up' }).click();
    const setup = phone.getByRole('dialog', { name: 'Set up the second factor' });
    await expect(setup.getByRole('img', { name: /QR code/ })).toBeVisible();
    const secret = (await setup.getByRole('textbox', { name: 'Key' }).inputValue()).replaceAll(' ', '');
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    await expectNoAxeFindings(phone, 'the setup on a phone');
    await setup.getByRole('textbox', { name: 'Code' }).fill('000000');
    await setup.getByRole('button', { name: 'Turn on' }).click();
    await expect(setup.getByText('Is wrong', { exact: false })).toBeVisible();
    await setup.getByRole('textbox', { name: 'Code' }).fill(app.generate());
    await setup.getByRole('button', { name: 'Turn on' }).click();
    const shown = phone.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(shown).toHaveCount(10);
    const texts = await shown.allTextContents();
    await phone.getByRole('button', { name: 'I have kept them' }).click();
    return { totp: app, codes: texts };
  });

  await test.step('the password alone lets nobody in any more, a recovery code does', async () => {
    await phone.getByRole('button', { name: /^Account of/ }).click();
    await phone.getByRole('menuitem', { name: 'Sign Out' }).click();
    await signIn(phone, 'zoe', PASSWORD);
    // its code was used for the setup: none works twice
    await phone.getByRole('textbox', { name: 'Code' }).fill(totp.generate({ timestamp: Date.now() - 90_000 }));
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await expect(phone.getByRole('alert')).toContainText('The code is wrong');
    await phone.getByRole('textbox', { name: 'Code' }).fill(codes[0]!);
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await isIn(phone);
  });

  await test.step('the colleague changes the password', async () => {
    await openAccount(phone, 'Change password');
    await phone.getByLabel('Current password').fill(PASSWORD);
    await phone.getByLabel('New password').fill(NEXT_PASSWORD);
    await phone.getByRole('button', { name: 'Change password' }).click();
    await expectSaid(phone, 'Your password is changed.');
  });

  await test.step('a lost phone: the owner resets the second factor, and the password is enough', async () => {
    await openTeam(page);
    const row = page.getByRole('row', { name: /zoe/ });
    await expect(row).toContainText('On');
    await row.getByRole('button', { name: 'Reset second factor' }).click();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await expectSaid(page, 'zoe signs in by the password alone now.');
    const other = await elsewhere(browser, baseURL!);
    await other.goto('/login');
    await signIn(other, 'zoe', NEXT_PASSWORD);
    await isIn(other);
    await openAccount(other, 'My sessions');
    await expect(other.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
    await expectNoAxeFindings(other, 'the sessions on a phone');
    await other.getByRole('button', { name: 'End all others' }).click();
    await expect(other.getByText('You are signed in nowhere else.')).toBeVisible();
    await other.getByRole('button', { name: 'Done' }).click();
    await expectNoSidewaysScroll(other);
  });

  await test.step('a disabled colleague is out on every device, in the middle of the work', async () => {
    await openTeam(page);
    await page.getByRole('row', { name: /zoe/ }).getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
    await expectSaid(page, 'zoe is disabled.');
    await phone.goto('/admin/offers');
    await expect(phone).toHaveURL(/\/login/);
    await signIn(phone, 'zoe', NEXT_PASSWORD);
    await expect(phone.getByRole('alert')).toHaveText('The username or the password is wrong.');
  });
});

test('an old session is asked for the password in place, and what was pressed is done then', async ({
  browser,
  baseURL,
  server,
}) => {
  const page = await elsewhere(browser, baseURL!);
  await page.goto('/login');
  await signIn(page, server.adminUsername, server.adminPassword);
  await isIn(page);
  // the server's answer to a session whose password was typed a while ago
  let isOld = true;
  await page.route(/\/api\/settings\/team(\?|$)/, (route) =>
    isOld && route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { error: 'password_required', message: 'Enter your password again.' } })
      : route.continue(),
  );
  await openTeam(page);
  await page.getByRole('button', { name: 'Invite' }).click();
  const form = page.getByRole('dialog', { name: 'Invite a person' });
  await form.getByLabel('Username').fill('yan');
  await form.getByRole('button', { name: 'Invite' }).click();
  const asked = page.getByRole('dialog', { name: 'Enter your password to go on' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByText('Nothing was done: your password was not confirmed.')).toBeVisible();
  await form.getByRole('button', { name: 'Invite' }).click();
  await asked.getByLabel(/^Password/).fill('wrong');
  await asked.getByRole('button', { name: 'Go on' }).click();
  await expect(asked.getByText('Is wrong.')).toBeVisible();
  await expectNoAxeFindings(page, 'the question for the password on a phone');
  isOld = false;
  await asked.getByLabel(/^Password/).fill(server.adminPassword);
  await asked.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('dialog', { name: 'Link for yan' })).toBeVisible();
});
