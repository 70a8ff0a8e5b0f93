import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Within = {
  /** What to look at; the whole page when left out. */
  within?: string;
  /** What to leave out. */
  without?: readonly string[];
};

/** Fails with every rule that the page breaks, and where. @param where for the message */
export async function expectNoAxeFindings(page: Page, where: string, { within = 'html', without = [] }: Within = {}) {
  // in one piece and telling only what is wrong: half the time; no frame of ours may run what axe would put into it
  const axe = new AxeBuilder({ page })
    .include(within)
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  for (const selector of without) axe.exclude(selector);
  const { violations } = await axe.analyze();
  const told = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((one) => one.html).join('\n  ')}`,
  );
  expect.soft(told, where).toEqual([]);
}
