// The client of the kill test, in a process of its own. It opens links and sends postbacks over a fixed number of connections and
// writes down each thing that is sent and, synced to the disk, each answer that came. When the server is gone it tries again.
// Usage: node load.mjs ORIGIN FOLDER CONNECTIONS LINK_PATH ITEM_PATH POSTBACK_PATH CLICK_PARAM; SIGTERM ends it.
import { fdatasyncSync, openSync, writeSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [origin, folder, connections, linkPath, itemPath, postbackPath, clickParam] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections), maxTotalSockets: Number(connections) });
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** What came is synced, a turn of the loop at a time: a sync for each line would be all that this process does. */
const file = (name) => {
  const fd = openSync(join(folder, name), 'a');
  let lines = [];
  const flush = () => {
    const text = lines.join('');
    lines = [];
    writeSync(fd, text);
    if (name.startsWith('acked')) fdatasyncSync(fd);
  };
  return (...words) => {
    if (lines.push(`${words.join(' ')}\n`) === 1) setImmediate(flush);
  };
};
const NAMES = ['sent-clicks', 'acked-clicks', 'sent-postbacks', 'acked-postbacks', 'cut', 'unsent', 'refused'];
const files = Object.fromEntries(NAMES.map((name) => [name, file(name)]));

let isEnding = false;
process.on('SIGTERM', () => (isEnding = true));

/** @returns undefined when no answer came; `cut` says so then, or `unsent` when nobody listened */
function ask(what, name, path) {
  return new Promise((done) => {
    const asked = request(new URL(path, origin), { agent, headers: { 'user-agent': BROWSER } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece) => (text += piece));
      answer.on('end', () => done({ status: answer.statusCode, location: answer.headers.location, text }));
      answer.on('error', cut);
    });
    const cut = (error) => {
      files[error.code === 'ECONNREFUSED' ? 'unsent' : 'cut'](what, name, error.code ?? error.message);
      done(undefined);
    };
    asked.on('error', cut);
    asked.end();
  });
}

/** Opens the link, or the product, once. @returns the click id of the answer */
async function click(marker, isLink) {
  files['sent-clicks'](marker, isLink ? 'link' : 'item');
  const answer = await ask('click', marker, isLink ? `${linkPath}?sub1=${marker}` : itemPath);
  if (answer === undefined) return undefined;
  const id = answer.status === 302 && new URL(answer.location, origin).searchParams.get(clickParam);
  if (!id) files.refused('click', answer.status, answer.location);
  else files['acked-clicks'](marker, id);
  return id || undefined;
}

/** Sends one postback as `copies` at once, again and again until one of each was answered; or just once. */
async function report(txid, id, amount, copies, isPatient) {
  const path = `${postbackPath}?click_id=${id}&payout=${amount}&txid=${txid}&status=PURCHASE`;
  files['sent-postbacks'](txid, id, amount);
  const copy = async () => {
    do {
      const answer = await ask('postback', txid, path);
      if (answer?.status === 200) return files['acked-postbacks'](txid, amount, JSON.parse(answer.text).id);
      if (answer && answer.status !== 503) return files.refused('postback', answer.status, answer.text);
      await sleep(50);
    } while (isPatient && !isEnding);
  };
  await Promise.all(Array.from({ length: copies }, copy));
}

/** One reader after the other. Amounts are different and exact to the micro. */
async function work(number) {
  for (let turn = 0; !isEnding; turn++) {
    const marker = `${number}x${turn}`;
    const id = await click(marker, turn % 4 !== 3);
    if (id === undefined) await sleep(30);
    else if (turn % 9 < 2) {
      const amount = `${turn % 97}.${String(number * 10_007 + turn).padStart(6, '0')}`;
      await report(`t${marker}`, id, amount, turn % 5 === 0 ? 3 : 1, turn % 2 === 0);
    }
  }
}

await Promise.all(Array.from({ length: Number(connections) }, (_, number) => work(number)));
agent.destroy();
