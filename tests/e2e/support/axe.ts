import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Within = {
  /** What to look at; the whole page when left out. */
  within?: string;
  /** What to leave out. */
  without?: readonly string[];
};

const SECOND_LOOK_MS = 1000;

/** Fails with every rule that the page breaks, and where. @param where for the message */
export async function expectNoAxeFindings(page: Page, where: string, { within = 'html', without = [] }: Within = {}) {
  // in one piece and telling only what is wrong: half the time; no frame of ours may run what axe would put into it
  const axe = new AxeBuilder({ page })
    .include(within)
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  for (const selector of without) axe.exclude(selector);
  const look = async (): Promise<string[]> => {
    const { violations } = await axe.analyze();
    return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((one) => one.html).join('\n  ')}`);
  };
  let told = await look();
  if (told.length > 0) {
    // an answer that came meanwhile may have begun a fade, whose colours are nobody's choice: what is wrong is so a second later too
    await page.waitForTimeout(SECOND_LOOK_MS);
    told = await look();
  }
  expect.soft(told, where).toEqual([]);
}
