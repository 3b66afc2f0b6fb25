import { DEAD_LETTERS_TOLD } from '#libs/contracts';
import { type Translated } from './language.js';

/**
 * Texts that carry what they are made of (`words` of domain), by their English template. They are found by it as it is,
 * never again in finished English, so a template may be little more than its places. `remark`, `first` and `rest` are
 * texts themselves.
 */
export const TOLD_TEXTS: Readonly<Record<string, Translated>> = {
  // Titles of jobs.
  'All channels': { sv: 'Alla kanaler', ko: '모든 채널', de: 'Alle Kanäle' },
  'The whole library': { sv: 'Hela biblioteket', ko: '전체 라이브러리', de: 'Die ganze Bibliothek' },
  'All VODs of {{name}}': { sv: 'Alla VOD:ar från {{name}}', ko: '{{name}}의 모든 VOD', de: 'Alle VODs von {{name}}' },
  'VODs of {{name}}': { sv: 'VOD:ar från {{name}}', ko: '{{name}}의 VOD', de: 'VODs von {{name}}' },
  'Chat dump of {{name}}': {
    sv: 'Chattdump av {{name}}',
    ko: '{{name}} 채팅 기록',
    de: 'Chat-Mitschnitt von {{name}}',
  },
  'Clip {{name}}': { sv: 'Klipp {{name}}', ko: '클립 {{name}}', de: 'Clip {{name}}' },
  '{{from}} is called {{name}} now': {
    sv: '{{from}} heter nu {{name}}',
    ko: '{{from}}의 이름이 이제 {{name}}입니다',
    de: '{{from}} heißt jetzt {{name}}',
  },
  // Jobs, however they end.
  'queued: {{remark}}': { sv: 'i kö: {{remark}}', ko: '대기 중: {{remark}}', de: 'in der Warteschlange: {{remark}}' },
  'waits for its turn': { sv: 'väntar på sin tur', ko: '차례를 기다립니다', de: 'wartet, bis es an der Reihe ist' },
  'started on {{worker}}': { sv: 'startat på {{worker}}', ko: '{{worker}}에서 시작됨', de: 'begonnen auf {{worker}}' },
  'waits: {{remark}}': { sv: 'väntar: {{remark}}', ko: '기다리는 중: {{remark}}', de: 'wartet: {{remark}}' },
  'failed: {{remark}}': { sv: 'misslyckades: {{remark}}', ko: '실패: {{remark}}', de: 'fehlgeschlagen: {{remark}}' },
  '{{remark}}; it is tried again': {
    sv: '{{remark}} (ett nytt försök görs)',
    ko: '{{remark}} (다시 시도합니다)',
    de: '{{remark}} (es wird noch einmal versucht)',
  },
  '{{remark}}; tried again later': {
    sv: '{{remark}} (ett nytt försök görs senare)',
    ko: '{{remark}} (나중에 다시 시도합니다)',
    de: '{{remark}} (es wird später noch einmal versucht)',
  },
  'given up: the api that did it died {{n}} times in a row': {
    sv: 'uppgivet: api:t som arbetade med det dog {{n}} gånger i rad',
    ko: '포기함: 작업하던 API가 {{n}}번 연달아 죽었습니다',
    de: 'aufgegeben: das API, das daran arbeitete, starb {{n}} Mal in Folge',
  },
  // Jobs of the api.
  '{{n}} of {{all}}': { sv: '{{n}} av {{all}}', ko: '{{all}}개 중 {{n}}개', de: '{{n}} von {{all}}' },
  '{{n}} of {{all}} channels': {
    sv: '{{n}} av {{all}} kanaler',
    ko: '채널 {{all}}개 중 {{n}}개',
    de: '{{n}} von {{all}} Kanälen',
  },
  '{{n}} of {{all}} deleted': {
    sv: '{{n}} av {{all}} raderade',
    ko: '{{all}}개 중 {{n}}개 지움',
    de: '{{n}} von {{all}} gelöscht',
  },
  '{{n}} of {{all}} VODs looked at': {
    sv: '{{n}} av {{all}} VOD:ar granskade',
    ko: 'VOD {{all}}개 중 {{n}}개 확인',
    de: '{{n}} von {{all}} VODs angesehen',
  },
  '{{n}} of {{all}} VODs were matched': {
    sv: '{{n}} av {{all}} VOD:ar matchades',
    ko: 'VOD {{all}}개 중 {{n}}개를 찾았습니다',
    de: '{{n}} von {{all}} VODs wurden zugeordnet',
  },
  '{{name}}: its video is gone from the site': {
    sv: '{{name}}: videon är borta från webbplatsen',
    ko: '{{name}}: 영상이 사이트에서 사라졌습니다',
    de: '{{name}}: das Video ist von der Seite verschwunden',
  },
  '{{name}}: parts are muted at the site': {
    sv: '{{name}}: delar är tystade på webbplatsen',
    ko: '{{name}}: 사이트에서 일부가 음소거되었습니다',
    de: '{{name}}: Teile sind auf der Seite stumm',
  },
  '{{name}}: {{remark}}': { sv: '{{name}}: {{remark}}', ko: '{{name}}: {{remark}}', de: '{{name}}: {{remark}}' },
  '{{n}} VODs looked at; 1 is gone from the site since the last look': {
    sv: '{{n}} VOD:ar granskade; 1 är borta från webbplatsen sedan sist',
    ko: 'VOD {{n}}개 확인. 지난번 이후 1개가 사이트에서 사라졌습니다',
    de: '{{n}} VODs angesehen; 1 ist seit dem letzten Mal von der Seite verschwunden',
  },
  '{{n}} VODs looked at; {{gone}} are gone from the site since the last look': {
    sv: '{{n}} VOD:ar granskade; {{gone}} är borta från webbplatsen sedan sist',
    ko: 'VOD {{n}}개 확인. 지난번 이후 {{gone}}개가 사이트에서 사라졌습니다',
    de: '{{n}} VODs angesehen; {{gone}} sind seit dem letzten Mal von der Seite verschwunden',
  },
  '{{n}} VODs looked at; {{muted}} have muted parts': {
    sv: '{{n}} VOD:ar granskade; {{muted}} har tystade delar',
    ko: 'VOD {{n}}개 확인. {{muted}}개에 음소거된 부분이 있습니다',
    de: '{{n}} VODs angesehen; {{muted}} haben stumme Stellen',
  },
  '{{n}} VODs looked at; {{muted}} have muted parts; {{failed}} could not be asked for': {
    sv: '{{n}} VOD:ar granskade; {{muted}} har tystade delar; {{failed}} kunde inte efterfrågas',
    ko: 'VOD {{n}}개 확인. {{muted}}개에 음소거된 부분이 있고 {{failed}}개는 물을 수 없었습니다',
    de: '{{n}} VODs angesehen; {{muted}} haben stumme Stellen; nach {{failed}} konnte nicht gefragt werden',
  },
  'looked at {{n}} files': { sv: '{{n}} filer granskade', ko: '파일 {{n}}개 확인', de: '{{n}} Dateien angesehen' },
  '{{name}} deleted': { sv: '{{name}} raderad', ko: '{{name}} 지움', de: '{{name}} gelöscht' },
  '{{name}} stays: {{remark}}': {
    sv: '{{name}} blir kvar: {{remark}}',
    ko: '{{name}} 남음: {{remark}}',
    de: '{{name}} bleibt: {{remark}}',
  },
  'Deleted {{n}} objects, {{mb}} MB': {
    sv: '{{n}} objekt raderade, {{mb}} MB',
    ko: '객체 {{n}}개 지움, {{mb}}MB',
    de: '{{n}} Objekte gelöscht, {{mb}} MB',
  },
  'Deleted {{n}} objects': { sv: '{{n}} objekt raderade', ko: '객체 {{n}}개 지움', de: '{{n}} Objekte gelöscht' },
  'Deleted {{n}} VODs': { sv: '{{n}} VOD:ar raderade', ko: 'VOD {{n}}개 지움', de: '{{n}} VODs gelöscht' },
  '{{n}} VODs renamed': {
    sv: '{{n}} VOD:ar omdöpta',
    ko: 'VOD {{n}}개의 이름을 바꾸었습니다',
    de: '{{n}} VODs umbenannt',
  },
  '{{name}} could not be read: {{remark}}': {
    sv: '{{name}} kunde inte läsas: {{remark}}',
    ko: '{{name}}을(를) 읽을 수 없었습니다: {{remark}}',
    de: '{{name}} war nicht lesbar: {{remark}}',
  },
  "Channel '{{name}}' scanned, found {{n}} local videos.": {
    sv: 'Kanalen ”{{name}}” genomsökt, {{n}} lokala videor hittades.',
    ko: '채널 ‘{{name}}’을(를) 살펴 로컬 영상 {{n}}개를 찾았습니다.',
    de: 'Kanal „{{name}}“ durchsucht, {{n}} lokale Videos gefunden.',
  },
  "Channel '{{name}}' scanned, found {{n}} VODs.": {
    sv: 'Kanalen ”{{name}}” genomsökt, {{n}} VOD:ar hittades.',
    ko: '채널 ‘{{name}}’을(를) 살펴 VOD {{n}}개를 찾았습니다.',
    de: 'Kanal „{{name}}“ durchsucht, {{n}} VODs gefunden.',
  },
  'Found {{vods}} VODs and {{clips}} clips; {{back}} VODs and {{clipsBack}} clips came back, {{repaired}} VODs were repaired.':
    {
      sv: '{{vods}} VOD:ar och {{clips}} klipp hittades; {{back}} VOD:ar och {{clipsBack}} klipp kom tillbaka, {{repaired}} VOD:ar lagades.',
      ko: 'VOD {{vods}}개와 클립 {{clips}}개를 찾았습니다. VOD {{back}}개와 클립 {{clipsBack}}개가 돌아왔고 VOD {{repaired}}개를 고쳤습니다.',
      de: '{{vods}} VODs und {{clips}} Clips gefunden; {{back}} VODs und {{clipsBack}} Clips kamen zurück, {{repaired}} VODs wurden repariert.',
    },
  '{{name}}, {{mb}} MB': { sv: '{{name}}, {{mb}} MB', ko: '{{name}}, {{mb}}MB', de: '{{name}}, {{mb}} MB' },
  '{{n}} messages': { sv: '{{n}} meddelanden', ko: '메시지 {{n}}개', de: '{{n}} Nachrichten' },
  'finished: {{s}} s, {{mb}} MB': {
    sv: 'klart: {{s}} s, {{mb}} MB',
    ko: '완료: {{s}}초, {{mb}}MB',
    de: 'fertig: {{s}} s, {{mb}} MB',
  },
  '{{s}} s fetched; its file is made': {
    sv: '{{s}} s hämtade; filen skapas',
    ko: '{{s}}초를 가져왔습니다. 파일을 만듭니다',
    de: '{{s}} s geladen; die Datei wird erstellt',
  },
  // Clean-up.
  '{{first}}, {{rest}}': { sv: '{{first}}, {{rest}}', ko: '{{first}}, {{rest}}', de: '{{first}}, {{rest}}' },
  'kept: {{remark}}': { sv: 'sparas: {{remark}}', ko: '유지: {{remark}}', de: 'bleibt erhalten: {{remark}}' },
  'protected': { sv: 'skyddad', ko: '보호됨', de: 'geschützt' },
  'archived': { sv: 'arkiverad', ko: '보관됨', de: 'archiviert' },
  'has a favourite category': {
    sv: 'har en favoritkategori',
    ko: '즐겨찾는 카테고리',
    de: 'hat eine Lieblingskategorie',
  },
  'has a comment': { sv: 'har en kommentar', ko: '설명 있음', de: 'hat einen Kommentar' },
  'muted at its site': { sv: 'tystad på sin webbplats', ko: '사이트에서 음소거됨', de: 'auf seiner Seite stumm' },
  'gone from its site': {
    sv: 'borta från sin webbplats',
    ko: '사이트에서 사라짐',
    de: 'von seiner Seite verschwunden',
  },
  'its file is being made': {
    sv: 'dess fil skapas just nu',
    ko: '파일을 만드는 중',
    de: 'seine Datei wird gerade erstellt',
  },
  'the job {{job}} works on it': {
    sv: 'jobbet {{job}} arbetar med den',
    ko: '작업 {{job}}이(가) 처리 중',
    de: 'der Auftrag {{job}} arbeitet daran',
  },
  'somebody is watching it': { sv: 'någon tittar på den', ko: '누군가 보고 있음', de: 'jemand sieht es gerade an' },
  'Clean-up is off for this channel.': {
    sv: 'Rensning är avstängd för kanalen.',
    ko: '이 채널의 정리가 꺼져 있습니다.',
    de: 'Für diesen Kanal ist das Aufräumen aus.',
  },
  'How much is free is not known for this storage; free space is not looked at. Set how much there is (storage.quota_gb).':
    {
      sv: 'Hur mycket som är ledigt är okänt för denna lagring; ledig plats beaktas inte. Ange hur mycket som finns (storage.quota_gb).',
      ko: '이 저장소의 남은 공간을 알 수 없어 보지 않습니다. 전체 크기를 설정하십시오(storage.quota_gb).',
      de: 'Wie viel frei ist, ist für diesen Speicher nicht bekannt; freier Platz bleibt außer Betracht. Geben Sie an, wie viel es gibt (storage.quota_gb).',
    },
  '{{short}} of the wanted free space cannot be made: what is left is kept by a rule, in use, or the newest of its channel.':
    {
      sv: '{{short}} av den önskade lediga platsen kan inte frigöras: det som är kvar sparas av en regel, används, eller är kanalens nyaste.',
      ko: '원하는 여유 공간 중 {{short}}을(를) 만들 수 없습니다. 남은 것은 규칙으로 유지되거나, 사용 중이거나, 채널의 최신 VOD입니다.',
      de: '{{short}} des gewünschten freien Platzes lassen sich nicht schaffen: was übrig ist, bleibt durch eine Regel, ist in Gebrauch oder das neueste seines Kanals.',
    },
  '{{want}} cannot be kept free on a storage of {{total}}: nothing goes for that.': {
    sv: '{{want}} kan inte hållas ledigt på en lagring av {{total}}: inget tas bort för det.',
    ko: '크기가 {{total}}인 저장소에서 {{want}}을(를) 비워 둘 수 없습니다. 이를 위해서는 아무것도 지우지 않습니다.',
    de: '{{want}} lassen sich auf einem Speicher von {{total}} nicht frei halten: dafür wird nichts gelöscht.',
  },
  '{{have}} stay where {{want}} are wanted: what is left is kept by a rule, or the newest.': {
    sv: '{{have}} blir kvar där {{want}} önskas: det som är kvar sparas av en regel, eller är nyast.',
    ko: '{{want}}을(를) 원하지만 {{have}}이(가) 남습니다. 남은 것은 규칙으로 유지되거나 최신 VOD입니다.',
    de: '{{have}} bleiben, wo {{want}} gewünscht sind: was übrig ist, bleibt durch eine Regel oder ist das neueste.',
  },
  'Deleted no VODs': { sv: 'Inga VOD:ar raderades', ko: '지운 VOD가 없습니다', de: 'Keine VODs gelöscht' },
  'Deleting 1 VOD': { sv: 'Raderar 1 VOD', ko: 'VOD 1개를 지웁니다', de: '1 VOD wird gelöscht' },
  'Deleting {{n}} VODs': { sv: 'Raderar {{n}} VOD:ar', ko: 'VOD {{n}}개를 지웁니다', de: '{{n}} VODs werden gelöscht' },
  '1 VOD deleted, {{gb}} GB freed': {
    sv: '1 VOD raderad, {{gb}} GB frigjorda',
    ko: 'VOD 1개 지움, {{gb}}GB 확보',
    de: '1 VOD gelöscht, {{gb}} GB frei geworden',
  },
  '{{n}} VODs deleted, {{gb}} GB freed': {
    sv: '{{n}} VOD:ar raderade, {{gb}} GB frigjorda',
    ko: 'VOD {{n}}개 지움, {{gb}}GB 확보',
    de: '{{n}} VODs gelöscht, {{gb}} GB frei geworden',
  },
  // Notices.
  '{{name}} is live and is not being recorded': {
    sv: '{{name}} sänder live och spelas inte in',
    ko: '{{name}}이(가) 라이브인데 녹화되지 않습니다',
    de: '{{name}} ist live und wird nicht aufgenommen',
  },
  'A stream of {{name}} was not recorded': {
    sv: 'En sändning från {{name}} spelades inte in',
    ko: '{{name}}의 방송이 녹화되지 않았습니다',
    de: 'Ein Stream von {{name}} wurde nicht aufgenommen',
  },
  '{{remark}} It is tried again.': {
    sv: '{{remark}} Ett nytt försök görs.',
    ko: '{{remark}} 다시 시도합니다.',
    de: '{{remark}} Es wird weiter versucht.',
  },
  'Every recorder is full, or none runs. Raise VODKEEP_RECORDER_SLOTS, start another recorder, or stop a recording of lower priority; it is taken as soon as there is room.':
    {
      sv: 'Alla inspelare är fulla, eller ingen körs. Höj VODKEEP_RECORDER_SLOTS, starta en inspelare till, eller stoppa en inspelning med lägre prioritet; den tas så snart det finns plats.',
      ko: '모든 레코더가 가득 찼거나 실행 중인 것이 없습니다. VODKEEP_RECORDER_SLOTS를 늘리거나, 레코더를 더 시작하거나, 우선순위가 낮은 녹화를 멈추십시오. 자리가 나는 대로 녹화합니다.',
      de: 'Jeder Rekorder ist voll, oder keiner läuft. Erhöhen Sie VODKEEP_RECORDER_SLOTS, starten Sie einen weiteren Rekorder oder beenden Sie eine Aufnahme mit geringerem Vorrang; sobald Platz ist, wird er genommen.',
    },
  'Detection has not run for 60 s': {
    sv: 'Inga kanaler har kontrollerats på 60 s',
    ko: '60초 동안 방송 감지가 실행되지 않았습니다',
    de: 'Die Erkennung ist seit 60 s nicht gelaufen',
  },
  'New streams are not noticed, so they are not recorded. Recordings that run go on. The page About says what is wrong.':
    {
      sv: 'Nya sändningar upptäcks inte och spelas därför inte in. Pågående inspelningar fortsätter. Sidan Om visar vad som är fel.',
      ko: '새 방송을 감지하지 못해 녹화하지 않습니다. 진행 중인 녹화는 계속됩니다. 무엇이 문제인지는 정보 페이지에 있습니다.',
      de: 'Neue Streams werden nicht bemerkt und darum nicht aufgenommen. Laufende Aufnahmen gehen weiter. Die Seite „Über“ zeigt, was fehlt.',
    },
  'Recordings that nothing is known of': {
    sv: 'Inspelningar som ingenting är känt om',
    ko: '알려지지 않은 녹화',
    de: 'Aufnahmen, von denen nichts bekannt ist',
  },
  'The database is empty, and recordings lie on storage. Scan under Tools brings them back; settings and what you chose for channels come back from the file that you exported.':
    {
      sv: 'Databasen är tom, och inspelningar finns i lagringen. Genomsökning under Verktyg tar tillbaka dem; inställningar och kanalval kommer tillbaka från filen som du exporterade.',
      ko: '데이터베이스가 비어 있고 저장소에 녹화가 있습니다. 도구의 스캔으로 되살릴 수 있습니다. 설정과 채널별 선택은 내보낸 파일에서 되살립니다.',
      de: 'Die Datenbank ist leer, und im Speicher liegen Aufnahmen. Durchsuchen unter Werkzeuge holt sie zurück; Einstellungen und Ihre Wahl für Kanäle kommen aus der Datei zurück, die Sie exportiert haben.',
    },
  "It is followed by its id, so its streams are not missed; of a chat that is being recorded, what was said until now is. New recordings still go to the folder '{{folder}}'.":
    {
      sv: 'Den följs via sitt id, så inga sändningar missas; av en chatt som spelas in saknas det som har sagts hittills. Nya inspelningar hamnar fortfarande i mappen ”{{folder}}”.',
      ko: 'ID로 따라가므로 방송을 놓치지 않습니다. 녹화 중인 채팅은 지금까지의 대화를 놓쳤습니다. 새 녹화는 계속 ‘{{folder}}’ 폴더에 저장됩니다.',
      de: 'Ihm wird über seine Id gefolgt, so entgeht kein Stream; von einem Chat, der gerade aufgenommen wird, fehlt das bisher Gesagte. Neue Aufnahmen kommen weiter in den Ordner „{{folder}}“.',
    },
  '{{name}}: the site stopped telling of it': {
    sv: '{{name}}: webbplatsen slutade meddela om den',
    ko: '{{name}}: 사이트가 더는 알려 주지 않습니다',
    de: '{{name}}: die Seite meldet ihn nicht mehr',
  },
  'Its reason: {{reason}}. It is asked for once more; until then the channel is polled, so no stream is missed.': {
    sv: 'Skälet: {{reason}}. Det begärs en gång till; tills dess tillfrågas kanalen, så ingen sändning missas.',
    ko: '이유: {{reason}}. 한 번 더 요청합니다. 그때까지 채널을 주기적으로 확인하므로 방송을 놓치지 않습니다.',
    de: 'Der Grund: {{reason}}. Es wird noch einmal angefordert; bis dahin wird der Kanal regelmäßig gefragt, so entgeht kein Stream.',
  },
  // What is wrong right now.
  [DEAD_LETTERS_TOLD.en]: DEAD_LETTERS_TOLD,
  '{{n}} message(s) of the outbox cannot be sent. This is a fault of Vodkeep: the log of the relay tells which.': {
    sv: '{{n}} meddelanden i utkorgen kan inte skickas. Det är ett fel i Vodkeep: reläets logg säger vilka.',
    ko: '보낼 메시지 {{n}}개를 보낼 수 없습니다. Vodkeep의 오류이며 릴레이 로그에 어느 것인지 나와 있습니다.',
    de: '{{n}} Nachrichten des Ausgangs lassen sich nicht senden. Das ist ein Fehler von Vodkeep: das Log des Relays sagt, welche.',
  },
  '{{check}}: {{remark}}. {{remedy}}': {
    sv: '{{check}}: {{remark}} – {{remedy}}',
    ko: '{{check}}: {{remark}} – {{remedy}}',
    de: '{{check}}: {{remark}} – {{remedy}}',
  },
  '{{remark}} ({{n}} times)': {
    sv: '{{remark}} ({{n}} gånger)',
    ko: '{{remark}} ({{n}}번)',
    de: '{{remark}} ({{n}} Mal)',
  },
  '{{name}} and {{more}} more: {{remark}}': {
    sv: '{{name}} och {{more}} till: {{remark}}',
    ko: '{{name}} 외 {{more}}개: {{remark}}',
    de: '{{name}} und {{more}} weitere: {{remark}}',
  },
};
