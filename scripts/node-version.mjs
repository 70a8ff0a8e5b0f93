// Imported first by every script that runs on the packaged Node.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Guidepost runs on Node 24; this is ${process.versions.node}. Use "npm start", "npm test" or "npm run ...": they bring their own.\n`,
  );
  process.exit(1);
}
