import { invalid } from '../../../platform/errors.ts';
import { judgeUrlTemplate } from '../../../platform/macros/macros.ts';
import { judgeTarget } from '../../../platform/server/outgoing/over-http.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { KEPT_VALUE, type SourceChange, type SourceInput } from '../contract.ts';
import { maskTemplate } from '../rules.ts';
import { bodySecrets, cutSecrets, headerSecrets } from '../secrets.ts';
import * as store from './store.ts';
import type { SourceRow, SourceUpdate } from './store.ts';

/** A header of a postback, in the clear: it stays in memory. */
export type Header = { name: string; value: string };

const STEERING =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|expect|te|trailer|upgrade|proxy-.*)$/i;

/** The stored postback of a source, opened. */
export const openPostback = (secrets: Secrets, row: SourceRow) => ({
  url: row.postback_url_sealed === null ? null : secrets.open(row.postback_url_sealed),
  body: row.postback_body_sealed === null ? null : secrets.open(row.postback_body_sealed),
  headers:
    row.postback_headers_sealed === null ? [] : (JSON.parse(secrets.open(row.postback_headers_sealed)) as Header[]),
});

/**
 * The postback part of a change, judged and sealed. What the text of the target tells is judged now, its addresses when sending.
 * @param old undefined for a new source
 * @param allow the entries of `OUTGOING_ALLOW`
 * @throws AppError validation_failed on the field
 */
export function sealPostback(
  secrets: Secrets,
  input: SourceInput | SourceChange,
  old: SourceRow | undefined,
  allow: readonly string[],
): SourceUpdate {
  const { postback_url: url, postback_body: body, postback_headers: headers } = input;
  const isEnabled = input.postback_enabled ?? old?.postback_enabled ?? false;
  const hasUrl = url === undefined ? old !== undefined && old.postback_url_sealed !== null : url !== null;
  if (isEnabled && !hasUrl) throw invalid('postback_url', 'is needed to send postbacks');
  if (url) {
    const objection = judgeUrlTemplate(url) ?? judgeTarget(url, allow);
    if (objection) throw invalid('postback_url', objection);
  }
  return {
    ...(url !== undefined && {
      postback_url_sealed: url === null ? null : secrets.seal(url),
      postback_url_masked: url === null ? null : maskTemplate(url).masked,
    }),
    ...(body !== undefined && { postback_body_sealed: body === null ? null : secrets.seal(body) }),
    ...(headers !== undefined && {
      postback_headers_sealed:
        headers.length === 0 ? null : secrets.seal(JSON.stringify(mergeHeaders(secrets, headers, old))),
    }),
  };
}

/** Would what is sent to the source, and where, be another? */
export function changesPostback(secrets: Secrets, input: SourceChange, old: SourceRow): boolean {
  const { postback_url: url, postback_body: body, postback_headers: headers } = input;
  const kept = openPostback(secrets, old);
  const isOther = (given: string | null | undefined, stored: string | null): boolean =>
    given !== undefined && (given ?? '') !== (stored ?? '');
  return (
    isOther(url, kept.url) ||
    isOther(body, kept.body) ||
    (headers !== undefined && JSON.stringify(mergeHeaders(secrets, headers, old)) !== JSON.stringify(kept.headers))
  );
}

/** A masked value keeps what is stored under the name. */
function mergeHeaders(secrets: Secrets, headers: readonly Header[], old: SourceRow | undefined): Header[] {
  const stored = old ? openPostback(secrets, old).headers : [];
  return headers.map(({ name, value }, i) => {
    if (STEERING.test(name)) throw invalid(`postback_headers.${i}.name`, 'is set by the connection itself');
    if (value !== KEPT_VALUE) {
      if (value.includes('•')) throw invalid(`postback_headers.${i}.value`, 'must hold plain characters only');
      return { name, value };
    }
    const storedHeader = stored.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!storedHeader) throw invalid(`postback_headers.${i}.value`, 'is needed: nothing is stored under this name');
    return { name, value: storedHeader.value };
  });
}

/** What a postback is sent by. `url`, `body` and `headers` are in the clear: they stay in memory. */
export type PostbackTarget = Pick<
  SourceRow,
  | 'id'
  | 'name'
  | 'status'
  | 'template_key'
  | 'postback_enabled'
  | 'event_map'
  | 'status_map'
  | 'requires_external_id'
  | 'send_zero_payout'
  | 'expected_status'
  | 'delay_seconds'
> & {
  url: string | null;
  method: 'GET' | 'POST';
  body: string | null;
  headers: Header[];
  statuses: SourceRow['postback_statuses'];
};

/** @returns undefined when the source is deleted or never was */
export async function postbackTarget(db: Db, secrets: Secrets, id: number): Promise<PostbackTarget | undefined> {
  const row = await store.find(db, id);
  if (!row) return undefined;
  const { postback_method: method, postback_statuses: statuses } = row;
  return { ...row, ...openPostback(secrets, row), method, statuses };
}

/** How a postback is logged: its template without secrets, and a knife that cuts them out of what the other side says. */
export function postbackSecrets({ url, body, headers }: Pick<PostbackTarget, 'url' | 'body' | 'headers'>) {
  const { masked, secrets } = maskTemplate(url ?? '');
  const all = [...secrets, ...bodySecrets(body ?? ''), ...headerSecrets(headers.map(({ value }) => value))];
  return { maskedUrl: url === null ? null : masked, cut: (text: string): string => cutSecrets(text, all) };
}
