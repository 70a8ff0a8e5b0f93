import { numberOf } from '../../../../../platform/text/figures.ts';
import { lettersIn, shortened } from '../../../../../platform/text/letters.ts';
import type { Cell, Sheet } from './sheet.ts';

/** What both forms of a letter say. @property notes sentences, in their order */
export type Told = {
  site: string;
  title: string;
  days: string;
  notes: readonly string[];
  sheet: Sheet;
  /** `cid` of the picture, when there is one. */
  picture?: { cid: string; caption: string; alt: string };
  link: string | undefined;
  foot: string;
};

const NOTHING = 'Nothing happened in this period.';
const moreText = (more: number): string => `and ${numberOf(more, 'line', ' more')}. The totals are of all.`;

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign]!);

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif";
const SOFT = 'color:#4a5e58';

/** Styles stand in each element: mail programs leave sheets of them out. */
export function htmlOf({ site, title, days, notes, sheet, picture, link, foot }: Told): string {
  const paragraph = (text: string, style = '') =>
    `<p style="margin:0 0 16px;${FONT};font-size:14px;line-height:1.5;${style}">${text}</p>`;
  const cell = (tag: 'td' | 'th', place: number, { text, before, isLoss = false }: Cell, style = '') =>
    `<${tag}${tag === 'th' ? ' scope="col"' : ''} align="${sheet.heads[place]!.isNumeric ? 'right' : 'left'}" style="padding:6px 10px;border-bottom:1px solid #e1ebe7;${FONT};font-size:13px;vertical-align:top;${style}${isLoss ? 'color:#b3261e;' : ''}">${escaped(text)}${before === undefined ? '' : `<br><span style="font-size:11px;${SOFT}">before ${escaped(before)}</span>`}</${tag}>`;
  const row = (cells: readonly Cell[], style?: string) =>
    `<tr>${cells.map((one, place) => cell('td', place, one, style)).join('')}</tr>`;
  const wide = (text: string) =>
    `<tr><td colspan="${sheet.heads.length}" style="padding:6px 10px;${FONT};font-size:13px;${SOFT}">${text}</td></tr>`;
  const hasNames = sheet.heads[0]!.label !== '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#10241f">
${paragraph(escaped(site), `${SOFT};margin:0`)}
<h1 style="margin:0 0 4px;font-family:Georgia,serif;font-size:24px;line-height:1.2">${escaped(title)}</h1>
${paragraph(escaped(days), 'font-weight:600;margin:0 0 8px')}
${paragraph(escaped(notes.join(' ')), SOFT)}
${
  picture
    ? `<img src="cid:${picture.cid}" width="600" height="200" alt="${escaped(picture.alt)}" style="display:block;max-width:100%;height:auto;border:1px solid #e1ebe7">
${paragraph(escaped(picture.caption), `${SOFT};font-size:12px;margin:4px 0 16px`)}
`
    : ''
}<table role="table" cellspacing="0" cellpadding="0" style="border-collapse:collapse;margin:0 0 16px">
<thead><tr>${sheet.heads.map(({ label }, place) => cell('th', place, { text: label }, 'background:#f4faf7;')).join('')}</tr></thead>
<tbody>${sheet.lines.map((line) => row(line)).join('\n')}${hasNames && sheet.lines.length === 0 ? wide(NOTHING) : ''}${sheet.more > 0 ? wide(moreText(sheet.more)) : ''}</tbody>
<tfoot>${row(sheet.totals, 'font-weight:700;border-top:2px solid #82968f;')}</tfoot>
</table>
${link === undefined ? '' : paragraph(`<a href="${escaped(link)}" style="color:#00795a">Open this report</a>`)}
${paragraph(escaped(foot), `${SOFT};font-size:12px`)}
</body></html>
`;
}

/** A longer name would push its figures out of sight. */
const WIDEST = 40;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const cut = (text: string): string => shortened(oneLine(text), WIDEST);
const wordOf = ({ text, before }: Cell): string => cut(before === undefined ? text : `${text} (${before})`);

export function textOf({ site, title, days, notes, sheet, picture, link, foot }: Told): string {
  const { heads, lines, totals, more } = sheet;
  const hasBefore = totals.some(({ before }) => before !== undefined);
  const rows = [heads.map(({ label }) => label), ...lines.map((line) => line.map(wordOf)), totals.map(wordOf)];
  const widths = heads.map((_, place) => Math.max(...rows.map((cells) => lettersIn(cells[place]!))));
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((text, place) => {
        const room = ' '.repeat(widths[place]! - lettersIn(text));
        return heads[place]!.isNumeric ? room + text : text + room;
      })
      .join('  ')
      .trimEnd();
  const rule = '-'.repeat(widths.reduce((all, width) => all + width + 2, -2));
  return [
    `${oneLine(title)} - ${site}`,
    days,
    '',
    notes.join(' '),
    ...(hasBefore ? ['In brackets: the days before.'] : []),
    '',
    lineOf(rows[0]!),
    rule,
    ...rows.slice(1, -1).map(lineOf),
    ...(heads[0]!.label !== '' && lines.length === 0 ? [NOTHING] : []),
    ...(more > 0 ? [moreText(more)] : []),
    rule,
    lineOf(rows.at(-1)!),
    '',
    ...(picture ? [picture.alt, ''] : []),
    ...(link === undefined ? [] : [link, '']),
    foot,
    '',
  ].join('\n');
}
