import type { Api } from './fixtures.ts';

/** Records of the sample that the forms are of, and what makes those that it lacks: a form that was saved may have used them up. */
export type Ids = {
  guide: number;
  product: number;
  review: number;
  network: { name: string; postback_url: string };
  /** A source that is told of conversions. */
  sourceToTell: string;
  /** Tells of a conversion, each time with another transaction. @returns the transaction */
  tell: (clickId: string, ...statuses: string[]) => Promise<string>;
  /** A press of the guide's first button. @returns its click id */
  press: () => Promise<string>;
};

const READER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export async function findIds(api: Api, url: string): Promise<Ids> {
  type List<Row> = { data: Row[] };
  // the newest were made by the forms, and hold nothing
  const guide = (await api<List<{ id: number }>>('GET', '/admin/listicles?order=asc')).data[0]!.id;
  const product = (await api<List<{ id: number }>>('GET', `/admin/listicles/${guide}/items`)).data[0]!.id;
  const review = (await api<List<{ id: number }>>('GET', '/admin/offer-content')).data[0]!.id;
  const network = (await api<List<Ids['network']>>('GET', '/admin/affiliate-networks')).data.find(({ name }) =>
    name.startsWith('Sample'),
  )!;
  const sourceToTell = `Told source ${Date.now()}`;
  await api('POST', '/admin/traffic-sources', { name: sourceToTell, postback_url: 'https://nowhere.invalid/pb' });
  let told = 0;
  const tell = async (clickId: string, ...statuses: string[]) => {
    const txid = `typed-${Date.now()}-${(told += 1)}`;
    for (const status of statuses)
      await fetch(`${network.postback_url.split('?')[0]}?click_id=${clickId}&payout=5&txid=${txid}&status=${status}`);
    return txid;
  };
  const press = async () => {
    const page = await (await fetch(`${url}/listicles/${guide}`, { headers: { accept: 'text/html' } })).text();
    const [, way] = /href="(\/out\/[^"]+)"/.exec(page)!;
    const left = await fetch(url + way!.replaceAll('&amp;', '&'), {
      redirect: 'manual',
      headers: { 'user-agent': READER },
    });
    return [...new URL(left.headers.get('location')!).searchParams.values()].find((value) =>
      /^[\w-]{20,}$/.test(value),
    )!;
  };
  return { guide, product, review, network, sourceToTell, tell, press };
}
