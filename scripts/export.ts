/**
 * `npm run export -- FOLDER`: writes everything that belongs to the owner into a new folder, as documented plain files, while the program runs
 * or while it does not.
 */
import './node-version.mjs';
import { refuseHalfRestored } from '../src/features/backups/server/half-restored.ts';
import { exportSite } from '../src/features/exports/server/export-site.ts';
import { waitUntilShipped } from '../src/features/exports/server/wait-shipped.ts';
import { diskBlobStore } from '../src/platform/server/blobs/disk-blob-store.ts';
import { blobFolder } from '../src/platform/server/blobs/open-blobs.ts';
import { s3BlobStore } from '../src/platform/server/blobs/s3-blob-store.ts';
import { whyOf } from '../src/platform/server/blobs/s3-refusals.ts';
import { readConfig } from '../src/platform/server/config.ts';
import { readRelease } from '../src/platform/server/release.ts';
import { progressLine } from './backup-place.ts';
import { runCommand } from './command.ts';
import { openInstallation, secretsOfSite } from './installation.ts';
import { holderOf } from './site-holder.ts';

const USAGE = 'npm run export -- FOLDER    a folder that is new or empty';

async function run([folder = '', ...rest]: string[]): Promise<string> {
  if (folder === '' || folder.startsWith('-') || rest.length > 0) throw new Error(USAGE);
  const config = readConfig();
  refuseHalfRestored(config.dataDir);
  const secrets = secretsOfSite(config);
  const progress = progressLine();
  const installation = await openInstallation();
  try {
    const makeHolder = () => holderOf(config, installation, 'export');
    progress.say('waiting for the reports');
    await waitUntilShipped(makeHolder, installation.isRunning);
    const { counts, instant } = await exportSite({
      folder,
      url: installation.url,
      holder: await makeHolder(),
      blobs: config.s3 ? s3BlobStore(config.s3) : diskBlobStore(blobFolder(config.dataDir)),
      version: readRelease().version,
      open: secrets.open,
      onProgress: progress.say,
    });
    progress.end();
    return `${folder} holds the site as of ${instant}: ${count(counts.records)} records, ${count(counts.events)} events, ${count(counts.pictures)} pictures. README.md in it tells what each file is. Keep it to yourself: it holds messages of readers and the keys of postback addresses.`;
  } catch (error) {
    throw new Error(whyOf(error), { cause: error });
  } finally {
    progress.end();
    await installation.close();
  }
}

const count = (some: number): string => some.toLocaleString('en-US');

await runCommand(run);
