// Imported first by every script that runs on the packaged Node; the scripts themselves load on older ones to be able to say so.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Guidepost runs on Node 24; this is ${process.versions.node}. Use "npm start", "npm test" or "npm run ...", which bring their own (where npm is told to skip scripts: after "npm ci").\n`,
  );
  process.exit(1);
}
