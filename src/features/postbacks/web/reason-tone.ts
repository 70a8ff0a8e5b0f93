const GOOD = ['recorded', 'updated'];
const CALM = ['duplicate_ignored', 'ignored_status'];
const BAD = ['bad_key', 'bad_signature', 'ip_not_allowed', 'missing_click_id', 'literal_macro', 'internal_error'];

/** How good it is what became of an incoming postback. */
export function reasonTone(reason: string): 'good' | 'calm' | 'warn' | 'bad' {
  if (GOOD.includes(reason)) return 'good';
  if (CALM.includes(reason)) return 'calm';
  return BAD.includes(reason) ? 'bad' : 'warn';
}
