import { ACCOUNTS_LASTING } from '../../../features/accounts/lasting.ts';
import { BACKUPS_LASTING } from '../../../features/backups/lasting.ts';
import { CONVERSIONS_LASTING } from '../../../features/conversions/lasting.ts';
import { DELIVERIES_LASTING } from '../../../features/deliveries/lasting.ts';
import { MEDIA_LASTING } from '../../../features/media/lasting.ts';
import { NETWORKS_LASTING } from '../../../features/networks/lasting.ts';
import { POSTBACKS_LASTING } from '../../../features/postbacks/lasting.ts';
import { PUBLISHING_LASTING } from '../../../features/publishing/lasting.ts';
import { SETTINGS_LASTING } from '../../../features/settings/lasting.ts';
import { STATS_LASTING } from '../../../features/stats/lasting.ts';
import { TRACES_LASTING } from '../../../features/traces/lasting.ts';

/** Changes that cannot be taken back, which their screens say before. Of a replay of a postback it depends on the way that it went. */
export const LASTING: Readonly<Record<string, string>> = {
  'user change_password': ACCOUNTS_LASTING.password,
  'user make_link': ACCOUNTS_LASTING.passwordLink,
  'user recovery_codes': ACCOUNTS_LASTING.recoveryCodes,
  'user second_factor_off': ACCOUNTS_LASTING.secondFactor,
  'user end_sessions': ACCOUNTS_LASTING.sessions,
  'user disable': ACCOUNTS_LASTING.disabled,
  'user delete': ACCOUNTS_LASTING.invitation,
  'api_key revoke': ACCOUNTS_LASTING.key,
  'report_link revoke': STATS_LASTING.viewLink,
  'report_mail send_now': STATS_LASTING.letter,
  'contact_message delete': SETTINGS_LASTING.message,
  'image delete': MEDIA_LASTING.picture,
  'guide preview link': PUBLISHING_LASTING.previewLink,
  'review preview link': PUBLISHING_LASTING.previewLink,
  'network rotate_key': NETWORKS_LASTING.key,
  'conversion rematch': CONVERSIONS_LASTING.match,
  'conversion assign': `${CONVERSIONS_LASTING.match} Decide on its status or amount instead.`,
  postback: `${DELIVERIES_LASTING.sent} ${POSTBACKS_LASTING.judged}`,
  'source test_postback': DELIVERIES_LASTING.sent,
  'source resend_failed': DELIVERIES_LASTING.sent,
  'source resume': `${DELIVERIES_LASTING.sent} Turn the postback of the source off to stop more.`,
  click: TRACES_LASTING.erased,
  'sending_hold release': BACKUPS_LASTING.sent,
  'sending_hold discard': BACKUPS_LASTING.discarded,
};

/** Changes by which nothing is lost: they are taken back on a screen of their own, or nobody made them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  user: 'Change the person on Team.',
  role: 'Change the rule of second factors on Team.',
  'api_key create': 'Revoke the key on API Keys instead.',
  'report_link create': 'Revoke the link at its view on Reports instead.',
  report_mail: 'Set or stop the letters at their view on Reports.',
  'network test_postback': 'A test changes no record.',
  'source make_demo': 'Demo postbacks are removed on the log of the source.',
  'source remove_demo': 'Demo postbacks are made anew on the log of the source.',
  'contact_message update': 'The mark is set again on Contact Messages.',
  alert: 'Set the state of the alert again on Alerts.',
  backup: 'One backup more changes no record. It goes by the rules of Site Settings.',
  'image upload': 'Delete the picture on Media instead.',
  'offer snooze_link': 'Set or end the pause of the checks again at the offer.',
  'conversion undo': 'Decide again on Manage Conversions.',
  'conversion_batch undo': 'Import the file again.',
  'cost_feed_run undo': 'Fetch the file again under Scheduled Files on Costs.',
  'cost revalue': 'Costs follow the exchange rates: put the rates back instead.',
  'exchange_rates take': 'The file was taken over from an older version, at a start.',
};

/** Why a change cannot be taken back from the audit log, and what to do instead; by entity and action of the audit, or by entity. */
export const REASONS: Readonly<Record<string, string>> = { ...ELSEWHERE, ...LASTING };
