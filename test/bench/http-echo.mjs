// The least that any server of JSON does: reads what is asked, and answers with as many bytes as it is told to.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    const { bytes } = JSON.parse(text);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: 'x'.repeat(bytes) }));
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
