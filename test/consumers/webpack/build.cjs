const path = require('node:path');
const { writeFileSync } = require('node:fs');
const webpack = require('webpack');

const output = path.join(__dirname, 'dist');
webpack(
  {
    mode: 'production',
    context: __dirname,
    entry: './index.js',
    output: { path: output },
    performance: { hints: false },
  },
  (error, stats) => {
    if (error) throw error;
    console.log(stats.toString({ colors: false }));
    // A warning of ours would be in every user's build.
    if (stats.hasErrors() || stats.hasWarnings()) process.exit(1);
    writeFileSync(
      path.join(output, 'index.html'),
      '<!doctype html><title>A class</title><body><script src="main.js"></script>',
    );
  },
);
