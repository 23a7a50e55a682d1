import { RTCDtlsTransport, RTCIceGatherer, RTCIceTransport, RtpHeader } from 'werift';
import { systemClock } from '@lectern/kit/clock';
import { Inbound } from '../transport/inbound.js';

const HANDSHAKES = 4;
const PACKETS = 300;

/**
 * Runs a few calls of the process with itself, so that the first real one meets compiled code.
 *
 * Speed is not the only reason: a browser measures the network with its very first packets, and one that meets a
 * process busy compiling the handshake concludes that the network is slow, which costs seconds of poor video quality.
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
    // As in a call, only the client knows the addresses for its checks.
    for (const candidate of server.ice.localCandidates) void client.ice.addRemoteCandidate(candidate);
    for (const end of [client, server]) end.inbound.attach();
    await Promise.all([client.ice.start(), server.ice.start()]);
    await Promise.all([client.dtls.start(), server.dtls.start()]);
    for (const end of [client, server]) end.inbound.acceptMedia();
    const header = new RtpHeader({ ssrc: 1, payloadType: 96 });
    const payload = Buffer.alloc(1_000);
    for (let sequence = 0; sequence < PACKETS; sequence++) {
      header.sequenceNumber = sequence;
      await client.dtls.sendRtp(payload, header);
      // Yields to the receiving side.
      if (sequence % 20 === 0) await new Promise(setImmediate);
    }
  } finally {
    await Promise.all([client.dtls.stop(), server.dtls.stop()]);
  }
}

interface End {
  readonly ice: RTCIceTransport;
  readonly dtls: RTCDtlsTransport;
  readonly inbound: Inbound;
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
  const dtls = new RTCDtlsTransport({}, ice, certificate, [0x0001]);
  const ignore = (): void => undefined;
  const events = { rtp: ignore, rtcp: ignore, moved: ignore, failed: ignore };
  return { ice, dtls, inbound: new Inbound(ice, dtls, systemClock, events) };
}

function introduce(one: End, other: End): void {
  one.ice.setRemoteParams(other.ice.localParameters);
  one.dtls.setRemoteParams(other.dtls.localParameters);
}
