// Every request becomes the events that it stands for.
import {
  AD_ID,
  CLICK_PARAM,
  items,
  links,
  networks,
  offers,
  raw,
  requests,
  sources,
  UTM_SOURCE,
  world,
} from './input.mjs';

const crawlers = new Set(raw('user-agents.json').crawlers);
/** Real browsers that the product takes for robots; known, and few enough to be named one by one. */
const TAKEN_FOR_ROBOTS = new Set([
  'Mozilla/5.0 (Linux; Android 10; MAR-AL00 Build/HUAWEIMAR-AL00; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/66.0.3359.126 MQQBrowser/6.2 TBS/45016 Mobile Safari/537.36 MMWEBID/6367 MicroMessenger/7.0.11.1600(0x27000B32) Process/tools NetType/WIFI Language/zh_CN ABI/arm64',
  'Mozilla/5.0 (Windows NT 6.2; Win64; x64) AppleWebKit/604.1 (KHTML, like Gecko) JavaFX/8.0 Safari/604.1',
  'Dillo/2.2',
]);
export const isAhead = ({ headers }) =>
  /prefetch|prerender|preview/.test(`${headers['sec-purpose']} ${headers.purpose}`);
const isRobot = (request) =>
  request.method === 'HEAD' || isAhead(request) || crawlers.has(request.agent) || TAKEN_FOR_ROBOTS.has(request.agent);
export const isOwn = ({ headers }) => headers.cookie === 'gp_ignore=1';
const hasSignal = ({ headers }) => headers['sec-gpc'] === '1';

export const events = [];
/** Clicks of anybody by their id. */
export const clicks = new Map();
/** What the visits of a sitting have set: the last one counts. */
const visits = new Map();
export let notModified = 0;
const told = new Set();

for (const request of requests) {
  const url = new URL(request.url, 'http://site.invalid');
  const [, room, name, last] = url.pathname.split('/');
  const who = {
    robot: isRobot(request),
    own: isOwn(request),
    visitor: hasSignal(request) ? null : `${request.agent}\n${request.at.slice(0, 10)}`,
    day: request.at.slice(0, 10),
  };
  const say = (event) => events.push({ ...who, ...visits.get(request.session), ...event });

  if (room === 'go' && request.status === 302) {
    const link = links.get(name);
    const source = sources.get(link.source);
    const away = new URL(request.location, url);
    const [, page, id] = away.pathname.split('/');
    const offer = world.offers.find((one) => one.host === away.hostname);
    const to = link.destinations.find(
      (one) =>
        (one.type === 'listicle' && page === 'listicles' && one.target_id === Number(id)) ||
        (one.type === 'review' && page === 'offer-reviews' && id === world.review.slug) ||
        (one.type === 'offer' && one.target_id === offer?.id),
    );
    visits.set(request.session, {
      link: link.id,
      destination: to?.id ?? null,
      source: source?.id ?? null,
      external: source && !hasSignal(request) ? (url.searchParams.get(AD_ID[source.key]) ?? null) : null,
      utm: url.searchParams.get('utm_source') ?? UTM_SOURCE[source?.key] ?? null,
    });
    say({
      type: 'visit',
      guide: to?.type === 'listicle' ? to.target_id : null,
      review: to?.type === 'review' ? to.target_id : null,
    });
    if (offer) clickOn(request, offer, {}, say);
  } else if (room === 'out' && request.status === 302) {
    if (name === 'review')
      clickOn(
        request,
        offers.get(world.review.offer_id),
        { review: world.review.id, button: url.searchParams.get('p') },
        say,
      );
    else {
      const item = items.get(Number(name));
      clickOn(request, offers.get(item.offer_id), { guide: item.guide.id, item: item.id, position: item.place }, say);
    }
  } else if (room === 'listicles' || room === 'offer-reviews') {
    if (request.status === 304) notModified += 1;
    // who came by no ad carries the utm of the page
    if (!visits.get(request.session)?.link) visits.set(request.session, { utm: url.searchParams.get('utm_source') });
    if (request.status !== 200 || request.method === 'HEAD') continue;
    say({
      type: 'view',
      ...(room === 'listicles' ? { guide: Number.parseInt(name, 10) } : { review: world.review.id }),
    });
  } else if (room === 'api' && name === 'beacon' && last === undefined && request.status === 204) {
    const { v, items: shown, places, depths, first } = JSON.parse(request.body);
    for (const id of new Set(shown)) {
      const item = items.get(id);
      say({ type: 'impression', guide: item.guide.id, item: id, position: item.place });
    }
    // what a view says again counts no more
    const once = (what, event) => {
      if (told.has(`${v} ${what}`)) return;
      told.add(`${v} ${what}`);
      say({ ...event, review: world.review.id });
    };
    for (const depth of depths ?? []) once(depth, { type: 'quarter', depth });
    if (first) once('first', { type: 'any button' });
    for (const place of places ?? []) once(place, { type: 'button', place });
  }
}

function clickOn(request, offer, place, say) {
  const id = new URL(request.location).searchParams.get(CLICK_PARAM[offer.network]);
  if (clicks.has(id)) throw new Error(`the click id ${id} was given twice`);
  const event = { type: 'click', offer: offer.id, network: networks.get(offer.network).id, ...place };
  say(event);
  clicks.set(id, { ...visits.get(request.session), ...event, id });
}
