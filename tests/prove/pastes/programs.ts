import { lowered, raised } from '../../../src/platform/text/html-text.ts';
import type { Cell, Facts, Part, Run } from './facts.ts';

/** A document on a clipboard: its HTML, or its text where there is no HTML. */
export type Clipboard = { program: string; html?: string; text?: string };

type Writer = {
  run: (run: Run) => string;
  heading: (level: number, text: string) => string;
  line: (inside: string) => string;
  list: (part: Extract<Part, { kind: 'list' }>) => string;
  cell: (cell: Cell, isHead: boolean) => string;
  table: (rows: string) => string;
  wrap: (body: string) => string;
};

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const spans = ({ colspan, rowspan }: Cell): string =>
  `${colspan ? ` colspan=${colspan}` : ''}${rowspan ? ` rowspan="${rowspan}"` : ''}`;
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SOURCES = {
  web: 'https://shop.example/chart.png',
  file: 'file:///C:/Users/a/AppData/Local/Temp/image001.png',
  data: PIXEL,
};

const plainList =
  (
    li: (text: string, inner: string) => string,
    nest: 'inside' | 'beside',
    attributes: (isOrdered: boolean) => string,
  ) =>
  ({ isOrdered, start, items }: Extract<Part, { kind: 'list' }>): string => {
    const tag = isOrdered ? 'ol' : 'ul';
    const inner = (all: string[]): string =>
      all.length > 0 ? `<ul${attributes(false)}>${all.map((one) => li(escape(one), '')).join('')}</ul>` : '';
    const body = items.map((item) =>
      nest === 'inside' ? li(escape(item.text), inner(item.inner)) : `${li(escape(item.text), '')}${inner(item.inner)}`,
    );
    return `<${tag}${attributes(isOrdered)}${isOrdered && start !== 1 ? ` start="${start}"` : ''}>${body.join('\n')}</${tag}>`;
  };

const tagged =
  (struck: (text: string) => string) =>
  ({ text, as }: Run): string => {
    const inside = escape(text);
    if (as === 'sup' || as === 'sub') return `<${as}>${inside}</${as}>`;
    return as === 'bold' ? `<b>${inside}</b>` : as === 'struck' ? struck(inside) : inside;
  };

const wordItem = (sign: string, level: number, text: string): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}.0pt;mso-add-space:auto;\ntext-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span\nlang=EN-US style='${/\d/.test(sign) ? 'mso-bidi-font-family:Calibri' : 'font-family:Symbol;mso-fareast-font-family:Symbol'}'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${escape(text)}<o:p></o:p></span></p>\n`;

const word: Writer = {
  run: (run) =>
    run.as === 'struck'
      ? `<del cite="mailto:A" datetime="2026-01-01T10:00"><span lang=EN-US>${escape(run.text)}</span></del>`
      : `<span lang=EN-US style='mso-ansi-language:EN-US'>${tagged((text) => text)(run)}</span>`,
  heading: (level, text) => `<h${level}><span lang=EN-US>${escape(text)}<o:p></o:p></span></h${level}>\n`,
  line: (inside) => `<p class=MsoNormal>${inside}<o:p></o:p></p>\n<p class=MsoNormal><o:p>&nbsp;</o:p></p>`,
  list: ({ isOrdered, start, items }) =>
    items
      .map(
        ({ text, inner }, i) =>
          wordItem(isOrdered ? `${start + i}.` : '·', 1, text) + inner.map((one) => wordItem('·', 2, one)).join(''),
      )
      .join(''),
  cell: (cell) =>
    `<td width=208 valign=top${spans(cell)} style='width:155.8pt;border:solid windowtext 1.0pt;\nvertical-align:top'><p class=MsoNormal style='margin-bottom:0cm'>${escape(cell.text)}<o:p></o:p></p></td>`,
  table: (rows) =>
    `<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'>${rows}</table>`,
  wrap: (body) =>
    `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><style><!-- /* Style Definitions */ p.MsoNormal, li.MsoNormal {mso-style-unhide:no; font-family:"Calibri",sans-serif;} @list l0 {mso-list-id:1;} @list l0:level1 {mso-level-tab-stop:none;} --></style><!--[if gte mso 10]><style>table.MsoNormalTable{text-decoration:line-through}</style><![endif]--></head><body lang=EN-GB><!--StartFragment-->${body}<!--EndFragment--></body></html>`,
};

let online = 0;
const onlineRun = ({ text, as }: Run): string =>
  `<span data-contrast="auto" class="TextRun SCXW1 BCX8" style="font-size:11pt;line-height:19px;${as === 'bold' ? 'font-weight:bold;' : ''}${as === 'struck' ? 'text-decoration:line-through;' : ''}"><span class="NormalTextRun SCXW1" style="${as === 'sup' ? 'vertical-align:super;font-size:8pt' : as === 'sub' ? 'vertical-align:sub' : ''}">${escape(text)}</span></span>`;
const onlineItem = (tag: string, start: number, level: number, text: string): string =>
  `<div class="ListContainerWrapper SCXW1"><${tag} class="BulletListStyle1" role="list"${tag === 'ol' ? ` start="${start}"` : ''} style="margin:0"><li data-leveltext="x" data-font="Symbol" data-listid="${online}" aria-setsize="-1" data-aria-posinset="${start}" data-aria-level="${level}" role="listitem" class="OutlineElement"><p class="Paragraph SCXW1">${onlineRun({ text })}<span class="EOP SCXW1">&nbsp;</span></p></li></${tag}></div>`;
const wordOnline: Writer = {
  run: onlineRun,
  heading: (level, text) =>
    `<div class="OutlineElement"><p role="heading" aria-level="${level}" class="Paragraph">${onlineRun({ text })}<span class="EOP">&nbsp;</span></p></div>`,
  line: (inside) =>
    `<div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1" xml:lang="EN-US">${inside}<span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></div>`,
  list: ({ isOrdered, start, items }) => {
    online += 1;
    return items
      .map(
        ({ text, inner }, i) =>
          onlineItem(isOrdered ? 'ol' : 'ul', start + i, 1, text) +
          inner.map((one, j) => onlineItem('ul', j + 1, 2, one)).join(''),
      )
      .join('');
  },
  cell: (cell) =>
    `<td role="rowheader" data-celllook="0"${spans(cell)} class="SCXW1" style="vertical-align:middle"><div class="TableCellContent"><div class="OutlineElement"><p class="Paragraph">${onlineRun({ text: cell.text })}<span class="EOP">&nbsp;</span></p></div></div></td>`,
  table: (rows) =>
    `<div class="TableContainer"><table border="1" data-tablestyle="MsoTableGrid" role="table"><tbody>${rows}</tbody></table></div>`,
  wrap: (body) => `<html><body><!--StartFragment-->${body}<!--EndFragment--></body></html>`,
};

const docsRun = ({ text, as }: Run): string =>
  `<span style="font-size:11pt;font-family:Arial;color:#000000;background-color:transparent;font-weight:${as === 'bold' ? 700 : 400};font-style:normal;text-decoration:${as === 'struck' ? 'line-through' : 'none'};vertical-align:baseline;white-space:pre;white-space:pre-wrap;">${as === 'sup' || as === 'sub' ? `<span style="font-size:0.6em;vertical-align:${as === 'sup' ? 'super' : 'sub'};">${escape(text)}</span>` : escape(text)}</span>`;
const docs: Writer = {
  run: docsRun,
  heading: (level, text) =>
    `<h${level} dir="ltr" style="line-height:1.38;margin-top:20pt;">${docsRun({ text })}</h${level}>`,
  line: (inside) => `<p dir="ltr" style="line-height:1.38;margin-top:0pt;">${inside}</p><br />`,
  list: plainList(
    (text, inner) =>
      `<li dir="ltr" style="list-style-type:inherit;font-size:11pt;white-space:pre;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;white-space:pre-wrap;">${text}</span></p></li>${inner}`,
    'beside',
    () => ' style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"',
  ),
  cell: (cell) =>
    `<td${spans(cell)} style="border-left:solid #000 1pt;vertical-align:top;padding:5pt"><p dir="ltr">${docsRun({ text: cell.text })}</p></td>`,
  table: (rows) =>
    `<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="208" /></colgroup><tbody>${rows}</tbody></table></div>`,
  wrap: (body) =>
    `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-7c1a">${body}</b><br class="Apple-interchange-newline">`,
};

const libre: Writer = {
  run: tagged((text) => `<strike>${text}</strike>`),
  heading: (level, text) => `<h${level} class="western">${escape(text)}</h${level}>\n`,
  line: (inside) => `<p style="line-height: 100%; margin-bottom: 0cm">\n${inside}</p>\n`,
  list: plainList(
    (text, inner) => `<li>\n<p style="margin-bottom: 0cm">${text}</p>${inner}</li>`,
    'inside',
    () => '',
  ),
  cell: (cell, isHead) =>
    `<${isHead ? 'th' : 'td'}${spans(cell)} width="33%" sdval="5" sdnum="1033;" valign="top"><p>${escape(cell.text)}</p></${isHead ? 'th' : 'td'}>`,
  table: (rows) => `<table width="100%" cellpadding="4" cellspacing="0"><col width="85*"/>\n${rows}</table>`,
  wrap: (body) =>
    `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN"><html><head><meta name="generator" content="LibreOffice 24.2"/><style type="text/css">\n@page { size: 21cm 29.7cm; margin: 2cm }\np { margin-bottom: 0.25cm; background: transparent }</style></head><body lang="en-US">${body}</body></html>`,
};

const pages: Writer = {
  run: ({ text, as }) =>
    as
      ? `<span class="${{ sup: 's3', sub: 's4', bold: 's5', struck: 's6' }[as]}">${escape(text)}</span>`
      : `<span class="s1">${escape(text)}</span>`,
  heading: (level, text) => `<h${level} class="p1">${escape(text)}</h${level}>`,
  line: (inside) => `<p class="p2">${inside}<span class="Apple-converted-space"> </span></p>`,
  list: plainList(
    (text, inner) => `<li class="li3"><span class="s7"></span><span class="s1">${text}</span>${inner}</li>`,
    'inside',
    (isOrdered) => ` class="${isOrdered ? 'ol1' : 'ul1'}"`,
  ),
  cell: (cell) => `<td${spans(cell)} valign="top" class="td1"><p class="p4">${escape(cell.text)}</p></td>`,
  table: (rows) => `<table cellspacing="0" cellpadding="0" class="t1"><tbody>${rows}</tbody></table>`,
  wrap: (body) =>
    `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">\np.p2 {margin: 0.0px; font: 11.0px Helvetica}\nspan.s3 {font: 7.3px Helvetica; vertical-align: 4.0px}\nspan.s4 {font: 7.3px Helvetica; vertical-align: -2.0px}\nspan.s5 {font-weight: bold}\nspan.s6 {text-decoration: line-through}\ntd.td1 {vertical-align: top}\nol.ol1 {list-style-type: decimal}\nul.ul1 {list-style-type: disc}</style></head><body>${body}</body></html>`,
};

const web: Writer = {
  run: tagged((text) => `<s>${text}</s>`),
  heading: (level, text) => `<h${level} style="box-sizing: border-box; font-weight: 600;">${escape(text)}</h${level}>`,
  line: (inside) => `<div class="text" style="font-weight: 400; white-space: normal;">${inside}</div>`,
  list: plainList(
    (text, inner) => `<li style="box-sizing: border-box;">${text}${inner}</li>`,
    'inside',
    () => ' style="padding: 0;"',
  ),
  cell: (cell, isHead) =>
    isHead ? `<th${spans(cell)} scope="col">${escape(cell.text)}</th>` : `<td${spans(cell)}>${escape(cell.text)}</td>`,
  table: (rows) => `<figure><table><tbody>${rows}</tbody></table></figure>`,
  wrap: (body) => `<meta charset='utf-8'><article style="color: rgb(0, 0, 0);">${body}</article>`,
};

/** As old pages are laid out: everything in the one cell of a table. */
const nested: Writer = {
  ...web,
  wrap: (body) =>
    `<table width="100%" role="presentation"><tr><td><table><tr><td>${body}</td></tr></table></td></tr></table>`,
};

const WRITERS: Record<string, Writer> = {
  Word: word,
  'Word online': wordOnline,
  'Google Docs': docs,
  LibreOffice: libre,
  Pages: pages,
  'web page': web,
  'nested tables': nested,
};

export const PROGRAMS = [...Object.keys(WRITERS), 'plain text'];

function htmlOf({ parts }: Facts, writer: Writer): string {
  const body = parts.map((part): string => {
    switch (part.kind) {
      case 'heading':
        return writer.heading(part.level, part.text);
      case 'line':
        return writer.line(part.runs.map(writer.run).join(''));
      case 'list':
        return writer.list(part);
      case 'table':
        return writer.table(
          part.rows.map((row, i) => `<tr>${row.map((cell) => writer.cell(cell, i === 0)).join('')}</tr>`).join(''),
        );
      case 'picture':
        return writer.line(`<img width="200" height="100" src="${SOURCES[part.from]}" alt="${part.name}">`);
    }
  });
  return writer.wrap(body.join('\n'));
}

const plainOf = ({ parts }: Facts): string =>
  parts
    .flatMap((part): string[] => {
      switch (part.kind) {
        case 'heading':
          return [part.text];
        case 'line':
          return [
            part.runs
              .map(({ text, as }) =>
                as === 'sup' ? raised(text) : as === 'sub' ? lowered(text) : as === 'struck' ? '' : text,
              )
              .join(''),
          ];
        case 'list':
          return part.items.flatMap(({ text, inner }, i) => [
            `${part.isOrdered ? `${part.start + i}.` : '•'}\t${text}`,
            ...inner.map((one) => `\t•\t${one}`),
          ]);
        case 'table':
          return part.rows.map((row) => row.map(({ text }) => text).join('\t'));
        case 'picture':
          return [];
      }
    })
    .join('\r\n');

/** The facts as the program puts them on the clipboard. */
export function clipboardOf(facts: Facts, program: string): Clipboard {
  const writer = WRITERS[program];
  return writer ? { program, html: htmlOf(facts, writer) } : { program, text: plainOf(facts) };
}
