import { RTCDtlsTransport, RTCIceGatherer, RTCIceTransport, RtpHeader } from 'werift';

const HANDSHAKES = 4;
const PACKETS = 300;

/**
 * Runs a few calls of the process with itself, so that the first real one meets compiled code.
 *
 * Not for speed alone: a browser measures the network with its very first packets, and one that meets a process busy
 * compiling the handshake concludes that the network is slow, which costs seconds of bad picture.
 */
export async function warmUp(): Promise<void> {
  await Promise.all(Array.from({ length: HANDSHAKES }, callOurselves));
}

async function callOurselves(): Promise<void> {
  const certificate = await RTCDtlsTransport.SetupCertificate();
  const [client, server] = [createEnd(certificate), createEnd(certificate)];
  try {
    await Promise.all([client.ice.gather(), server.ice.gather()]);
    client.ice.connection.iceControlling = true;
    client.dtls.role = 'client';
    server.dtls.role = 'server';
    introduce(client, server);
    introduce(server, client);
    await Promise.all([client.ice.start(), server.ice.start()]);
    await Promise.all([client.dtls.start(), server.dtls.start()]);
    const header = new RtpHeader({ ssrc: 1, payloadType: 96 });
    const payload = Buffer.alloc(1_000);
    for (let sequence = 0; sequence < PACKETS; sequence++) {
      header.sequenceNumber = sequence;
      await client.dtls.sendRtp(payload, header);
      // Leaves the receiving side its turns.
      if (sequence % 20 === 0) await new Promise(setImmediate);
    }
  } finally {
    await Promise.all([client.dtls.stop(), server.dtls.stop()]);
  }
}

interface End {
  readonly ice: RTCIceTransport;
  readonly dtls: RTCDtlsTransport;
}

function createEnd(certificate: Awaited<ReturnType<typeof RTCDtlsTransport.SetupCertificate>>): End {
  const address = '127.0.0.1';
  const ice = new RTCIceTransport(
    new RTCIceGatherer({
      useIpv4: false,
      useIpv6: false,
      additionalHostAddresses: [address],
      interfaceAddresses: { udp4: address },
    }),
  );
  return { ice, dtls: new RTCDtlsTransport({}, ice, certificate, [0x0001]) };
}

function introduce(one: End, other: End): void {
  one.ice.setRemoteParams(other.ice.localParameters);
  for (const candidate of other.ice.localCandidates) void one.ice.addRemoteCandidate(candidate);
  one.dtls.setRemoteParams(other.dtls.localParameters);
}
