import { type Translated } from './language.js';

/** What workers say of a job while they are at it, and why it failed, by its English template: it comes as English. */
export const WORK_TEXTS: Readonly<Record<string, Translated>> = {
  'queued': { sv: 'i kö', ko: '대기 중', de: 'in der Warteschlange' },
  'queued again': { sv: 'i kö igen', ko: '다시 대기 중', de: 'wieder in der Warteschlange' },
  'queued: waits for a converter': {
    sv: 'i kö: väntar på en konverterare',
    ko: '대기 중: 변환기를 기다립니다',
    de: 'in der Warteschlange: wartet auf einen Umwandler',
  },
  'started': { sv: 'startat', ko: '시작됨', de: 'begonnen' },
  'finished': { sv: 'klart', ko: '완료', de: 'fertig' },
  'finished; {{remark}}': { sv: 'klart; {{remark}}', ko: '완료. {{remark}}', de: 'fertig; {{remark}}' },
  'its api is gone; begun again': {
    sv: 'dess api försvann; börjar om',
    ko: 'API가 사라져 다시 시작했습니다',
    de: 'sein API ist fort; neu begonnen',
  },
  'waits for a converter': {
    sv: 'väntar på en konverterare',
    ko: '변환기를 기다립니다',
    de: 'wartet auf einen Umwandler',
  },
  'waits for its turn': { sv: 'väntar på sin tur', ko: '차례를 기다립니다', de: 'wartet, bis es an der Reihe ist' },
  'waits for a recorder': { sv: 'väntar på en inspelare', ko: '레코더를 기다립니다', de: 'wartet auf einen Rekorder' },
  'waits for an api': { sv: 'väntar på ett api', ko: 'API를 기다립니다', de: 'wartet auf ein API' },
  'cut off: the api stops; it goes on when one is there': {
    sv: 'avbrutet: api:t stannar; det fortsätter när ett finns',
    ko: '중단됨: API가 멈춥니다. 다시 생기면 이어집니다',
    de: 'unterbrochen: das API hält an; es geht weiter, wenn eines da ist',
  },
  'stopped by the operator': { sv: 'stoppat av dig', ko: '운영자가 멈추었습니다', de: 'von Ihnen beendet' },
  'ended by the operator; its file is made': {
    sv: 'avslutat av dig; filen skapas',
    ko: '운영자가 끝냈습니다. 파일을 만듭니다',
    de: 'von Ihnen beendet; die Datei wird erstellt',
  },
  'the operator stopped it': { sv: 'du stoppade det', ko: '운영자가 멈추었습니다', de: 'Sie haben es beendet' },
  'its VOD was deleted': { sv: 'dess VOD raderades', ko: 'VOD가 지워졌습니다', de: 'sein VOD wurde gelöscht' },
  'it is not wanted any more': {
    sv: 'det behövs inte längre',
    ko: '더는 필요하지 않습니다',
    de: 'es wird nicht mehr gebraucht',
  },
  'nobody spoke of it; asked for again': {
    sv: 'inget hördes; begärt på nytt',
    ko: '소식이 없어 다시 요청했습니다',
    de: 'niemand meldete sich; neu angefordert',
  },
  'given up: recorders took it {{n}} times, and none of them came to its end': {
    sv: 'uppgivet: inspelare tog det {{n}} gånger, och ingen kom till slutet',
    ko: '포기함: 레코더가 {{n}}번 맡았지만 끝내지 못했습니다',
    de: 'aufgegeben: Rekorder nahmen es {{n}} Mal, und keiner kam zum Ende',
  },
  'given up: converters took it {{n}} times, and none of them came to its end': {
    sv: 'uppgivet: konverterare tog det {{n}} gånger, och ingen kom till slutet',
    ko: '포기함: 변환기가 {{n}}번 맡았지만 끝내지 못했습니다',
    de: 'aufgegeben: Umwandler nahmen es {{n}} Mal, und keiner kam zum Ende',
  },
  'the stream came back': {
    sv: 'strömmen kom tillbaka',
    ko: '스트림이 다시 시작되었습니다',
    de: 'der Stream kam zurück',
  },
  'delivered {{n}} times and never finished': {
    sv: 'levererades {{n}} gånger och blev aldrig klart',
    ko: '{{n}}번 전달되었지만 끝나지 않았습니다',
    de: '{{n}} Mal zugestellt und nie beendet',
  },
  'no progress for {{n}} s': {
    sv: 'inga framsteg på {{n}} s',
    ko: '{{n}}초 동안 진행이 없습니다',
    de: 'seit {{n}} s kein Fortschritt',
  },
  'the process stood still for {{n}} s': {
    sv: 'processen stod still i {{n}} s',
    ko: '프로세스가 {{n}}초 동안 멈추어 있었습니다',
    de: 'der Prozess stand {{n}} s still',
  },
  'measuring': { sv: 'mäter', ko: '측정 중', de: 'misst' },
  'writing': { sv: 'skriver', ko: '쓰는 중', de: 'schreibt' },
  'verifying': { sv: 'kontrollerar', ko: '확인 중', de: 'prüft' },
  'storing': { sv: 'lagrar', ko: '저장 중', de: 'speichert' },
  'fetching': { sv: 'hämtar', ko: '가져오는 중', de: 'lädt' },
  'fetching; its broadcast still runs': {
    sv: 'hämtar; sändningen pågår ännu',
    ko: '가져오는 중. 방송이 아직 진행 중입니다',
    de: 'lädt; die Sendung läuft noch',
  },
  'here as far as its broadcast is': {
    sv: 'hämtat så långt sändningen har kommit',
    ko: '방송이 진행된 데까지 가져왔습니다',
    de: 'so weit geladen, wie die Sendung ist',
  },
  'looking through the chat': { sv: 'går igenom chatten', ko: '채팅을 훑어봅니다', de: 'geht den Chat durch' },
  'writing the chat': { sv: 'skriver chatten', ko: '채팅을 씁니다', de: 'schreibt den Chat' },
  'the new places': { sv: 'de nya platserna', ko: '새 위치', de: 'die neuen Orte' },
  'the old places': { sv: 'de gamla platserna', ko: '이전 위치', de: 'die alten Orte' },
  'moved in the library': {
    sv: 'flyttat i biblioteket',
    ko: '라이브러리에서 옮김',
    de: 'in der Bibliothek verschoben',
  },
  "Local videos are not shown: switch on 'localvideos.enabled' first.": {
    sv: 'Lokala videor visas inte: slå först på ”localvideos.enabled”.',
    ko: '로컬 영상이 표시되지 않습니다. 먼저 ‘localvideos.enabled’를 켜십시오.',
    de: 'Lokale Videos werden nicht gezeigt: schalten Sie erst „localvideos.enabled“ ein.',
  },
  'No converter has looked at it': {
    sv: 'Ingen konverterare har tittat på det',
    ko: '살펴본 변환기가 없습니다',
    de: 'Kein Umwandler hat es angesehen',
  },
  'the file holds neither video nor audio': {
    sv: 'filen har varken bild eller ljud',
    ko: '파일에 영상도 소리도 없습니다',
    de: 'die Datei enthält weder Bild noch Ton',
  },
  'the file is empty': { sv: 'filen är tom', ko: '파일이 비어 있습니다', de: 'die Datei ist leer' },
  'the file is no media, or it is cut off or damaged': {
    sv: 'filen är inga media, eller så är den avkortad eller skadad',
    ko: '파일이 미디어가 아니거나, 중간에 끊겼거나 손상되었습니다',
    de: 'die Datei ist kein Medium, oder sie ist abgeschnitten oder beschädigt',
  },
  'the file is no media: it is a list of other places, or of a kind that is not read': {
    sv: 'filen är inga media: den är en lista över andra ställen, eller av ett slag som inte läses',
    ko: '파일이 미디어가 아닙니다. 다른 위치의 목록이거나 읽지 않는 종류입니다',
    de: 'die Datei ist kein Medium: sie ist eine Liste anderer Orte oder von einer Art, die nicht gelesen wird',
  },
  'the file is {{n}} long, its segments are {{wanted}}': {
    sv: 'filen är {{n}} lång, dess segment {{wanted}}',
    ko: '파일 길이는 {{n}}, 조각 길이는 {{wanted}}입니다',
    de: 'die Datei ist {{n}} lang, ihre Segmente {{wanted}}',
  },
  'the timeline says {{n}}, its segments hold {{there}}': {
    sv: 'tidslinjen säger {{n}}, dess segment har {{there}}',
    ko: '타임라인은 {{n}}, 조각은 {{there}}입니다',
    de: 'die Zeitleiste sagt {{n}}, ihre Segmente haben {{there}}',
  },
  'no thumbnail: {{why}}': {
    sv: 'ingen miniatyr: {{why}}',
    ko: '미리보기 없음: {{why}}',
    de: 'kein Vorschaubild: {{why}}',
  },
  'no chat: {{why}}': { sv: 'ingen chatt: {{why}}', ko: '채팅 없음: {{why}}', de: 'kein Chat: {{why}}' },
  '{{n}} lines of the chat could not be read': {
    sv: '{{n}} rader i chatten kunde inte läsas',
    ko: '채팅 {{n}}줄을 읽을 수 없었습니다',
    de: '{{n}} Zeilen des Chats waren nicht lesbar',
  },
  '{{n}} pictures of the chat are gone; their words stand in their place': {
    sv: '{{n}} bilder i chatten är borta; deras ord står i deras ställe',
    ko: '채팅 그림 {{n}}개가 없어 글자로 대신합니다',
    de: '{{n}} Bilder des Chats sind fort; an ihrer Stelle stehen ihre Wörter',
  },
  '{{n}} messages; joining the chat': {
    sv: '{{n}} meddelanden; går in i chatten',
    ko: '메시지 {{n}}개. 채팅에 들어가는 중',
    de: '{{n}} Nachrichten; betritt den Chat',
  },
  '{{n}} messages; the chat is away: {{why}}': {
    sv: '{{n}} meddelanden; chatten är borta: {{why}}',
    ko: '메시지 {{n}}개. 채팅에 연결되지 않음: {{why}}',
    de: '{{n}} Nachrichten; der Chat ist fort: {{why}}',
  },
  '{{n}} messages in {{path}}; {{remark}}': {
    sv: '{{n}} meddelanden i {{path}}; {{remark}}',
    ko: '{{path}}에 메시지 {{n}}개. {{remark}}',
    de: '{{n}} Nachrichten in {{path}}; {{remark}}',
  },
  '{{n}} messages in {{path}}': {
    sv: '{{n}} meddelanden i {{path}}',
    ko: '{{path}}에 메시지 {{n}}개',
    de: '{{n}} Nachrichten in {{path}}',
  },
  '{{n}} messages': { sv: '{{n}} meddelanden', ko: '메시지 {{n}}개', de: '{{n}} Nachrichten' },
  'nothing was heard from {{from}} to {{to}}: {{remark}}': {
    sv: 'ingenting hördes från {{from}} till {{to}}: {{remark}}',
    ko: '{{from}}부터 {{to}}까지 듣지 못했습니다: {{remark}}',
    de: 'von {{from}} bis {{to}} wurde nichts gehört: {{remark}}',
  },
  'no recorder was there': {
    sv: 'ingen inspelare fanns där',
    ko: '레코더가 없었습니다',
    de: 'es war kein Rekorder da',
  },
  'Nothing is left of this dump: it was given up, and what was heard is kept for a day. Begin a new one.': {
    sv: 'Ingenting är kvar av chattdumpen: den gavs upp, och det som hördes sparas en dag. Börja en ny.',
    ko: '이 채팅 기록에 남은 것이 없습니다. 포기한 기록은 하루만 보관합니다. 새로 시작하십시오.',
    de: 'Von diesem Mitschnitt ist nichts übrig: er wurde aufgegeben, und Gehörtes bleibt einen Tag. Beginnen Sie einen neuen.',
  },
  'cancelled: {{remark}}': { sv: 'avbrutet: {{remark}}', ko: '취소됨: {{remark}}', de: 'abgebrochen: {{remark}}' },
  '{{remark}}; it is tried again': {
    sv: '{{remark}} (ett nytt försök görs)',
    ko: '{{remark}} (다시 시도합니다)',
    de: '{{remark}} (es wird noch einmal versucht)',
  },
};
