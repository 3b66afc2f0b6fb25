import { type Translated } from './language.js';

/**
 * What went wrong, by the code of the error; `{{name}}` stands for a value of its `data`. The English stands where the
 * error is thrown. A code that is thrown with several English texts has one here that is true of all.
 */
export const ERROR_TEXTS: Readonly<Record<string, Translated>> = {
  // The door.
  'invalid-input': {
    sv: 'Något i förfrågan är fel.',
    ko: '요청에 잘못된 값이 있습니다.',
    de: 'In der Anfrage stimmt etwas nicht.',
  },
  'malformed-json': {
    sv: 'Texten är inte giltig JSON.',
    ko: '본문이 올바른 JSON이 아닙니다.',
    de: 'Der Inhalt ist kein gültiges JSON.',
  },
  'body-too-large': {
    sv: 'Texten är större än {{most}}, det mesta som tas emot här. Skicka den i mindre delar.',
    ko: '본문이 여기서 받는 최대 크기 {{most}}를 넘습니다. 더 작게 나누어 보내세요.',
    de: 'Der Inhalt ist größer als {{most}}, mehr wird hier nicht angenommen. In kleineren Teilen senden.',
  },
  'bad-encoding': {
    sv: 'Textens kodning är okänd.',
    ko: '본문의 인코딩을 알 수 없습니다.',
    de: 'Die Kodierung des Inhalts ist nicht bekannt.',
  },
  'bad-request': {
    sv: 'Förfrågan kan inte läsas.',
    ko: '요청을 읽을 수 없습니다.',
    de: 'Die Anfrage ist nicht lesbar.',
  },
  'bad-range': {
    sv: 'Det önskade området ligger utanför filen.',
    ko: '요청한 범위가 파일을 벗어났습니다.',
    de: 'Der gewünschte Bereich liegt außerhalb der Datei.',
  },
  'login-required': { sv: 'Åtkomst nekad', ko: '접근이 거부되었습니다', de: 'Zugriff verweigert' },
  'password-not-set': {
    sv: 'Inget lösenord är satt ännu. Öppna sidan på maskinen själv och sätt ett.',
    ko: '아직 비밀번호가 없습니다. 서버에서 직접 페이지를 열어 설정하십시오.',
    de: 'Es ist noch kein Passwort gesetzt. Öffnen Sie die Seite auf dem Rechner selbst und setzen Sie eines.',
  },
  'password-set': {
    sv: 'Ett lösenord finns redan.',
    ko: '비밀번호가 이미 설정되어 있습니다.',
    de: 'Ein Passwort ist schon gesetzt.',
  },
  'wrong-password': { sv: 'Fel lösenord', ko: '비밀번호가 틀렸습니다', de: 'Falsches Passwort' },
  'bad-password': {
    sv: 'Lösenordet duger inte.',
    ko: '사용할 수 없는 비밀번호입니다.',
    de: 'Das Passwort taugt nicht.',
  },
  'no-password': { sv: 'Inget lösenord är satt', ko: '설정된 비밀번호가 없습니다', de: 'Es ist kein Passwort gesetzt' },
  'already-in': { sv: 'Redan inloggad', ko: '이미 로그인되어 있습니다', de: 'Bereits angemeldet' },
  'too-many-tries': {
    sv: 'För många försök. Vänta en stund.',
    ko: '시도가 너무 많습니다. 잠시 기다리십시오.',
    de: 'Zu viele Versuche. Warten Sie eine Weile.',
  },
  'other-origin': {
    sv: 'Ändringar från andra webbplatser tas inte emot.',
    ko: '다른 사이트에서 온 변경은 받지 않습니다.',
    de: 'Änderungen von fremden Seiten werden nicht angenommen.',
  },
  'link-expired': {
    sv: 'Länken har gått ut. Hämta en ny från VOD:en.',
    ko: '링크가 만료되었습니다. VOD에서 새로 받으십시오.',
    de: 'Dieser Link ist abgelaufen. Holen Sie beim VOD einen neuen.',
  },
  'forbidden': { sv: 'Åtkomst nekad', ko: '접근이 거부되었습니다', de: 'Zugriff verweigert' },
  'not-found': {
    sv: 'Här finns ingenting.',
    ko: '이 주소에는 아무것도 없습니다.',
    de: 'Unter dieser Adresse gibt es nichts.',
  },
  'wrong-method': {
    sv: 'Adressen tar inte emot den metoden.',
    ko: '이 주소는 그 메서드를 받지 않습니다.',
    de: 'Diese Adresse nimmt diese Methode nicht an.',
  },
  'database-away': {
    sv: 'Databasen svarar inte just nu. Inspelningar pågår; försök igen om några sekunder.',
    ko: '지금 데이터베이스가 응답하지 않습니다. 녹화는 계속됩니다. 몇 초 뒤에 다시 시도하십시오.',
    de: 'Die Datenbank antwortet gerade nicht. Aufnahmen laufen weiter; versuchen Sie es in einigen Sekunden noch einmal.',
  },
  'bug': {
    sv: 'Internt fel. Loggen säger mer.',
    ko: '내부 오류입니다. 자세한 내용은 로그에 있습니다.',
    de: 'Interner Fehler. Mehr steht im Log.',
  },
  'comes-later': {
    sv: '{{what}} finns inte ännu; det kommer med {{issue}}.',
    ko: '{{what}}: 아직 없으며 {{issue}} 단계에서 제공됩니다.',
    de: '{{what}} gibt es noch nicht; es kommt mit {{issue}}.',
  },
  'not-here': {
    sv: '{{what}}: finns inte i Vodkeep.',
    ko: '{{what}}: Vodkeep에는 없습니다.',
    de: '{{what}}: gibt es in Vodkeep nicht.',
  },
  // Channels.
  'channel-missing': { sv: 'Kanalen finns inte.', ko: '채널이 없습니다.', de: 'Diesen Kanal gibt es nicht.' },
  'channel-capturing': {
    sv: 'Kanalen spelas in just nu.',
    ko: '채널을 녹화하고 있습니다.',
    de: 'Der Kanal wird gerade aufgenommen.',
  },
  'duplicate-channel': {
    sv: 'Kanalen följs redan.',
    ko: '이미 등록된 채널입니다.',
    de: 'Diesem Kanal wird schon gefolgt.',
  },
  'unknown-provider': {
    sv: 'Den webbplatsen är okänd.',
    ko: '알 수 없는 사이트입니다.',
    de: 'Diese Seite ist nicht bekannt.',
  },
  'unknown-channel': {
    sv: 'Webbplatsen känner inte till kanalen.',
    ko: '사이트에 그런 채널이 없습니다.',
    de: 'Die Seite kennt diesen Kanal nicht.',
  },
  'not-a-channel': { sv: 'Det är ingen kanal.', ko: '채널이 아닙니다.', de: 'Das ist kein Kanal.' },
  'source-unreachable': {
    sv: 'Källan kan inte nås just nu. Försök igen.',
    ko: '지금 소스에 연결할 수 없습니다. 다시 시도하십시오.',
    de: 'Die Quelle ist gerade nicht erreichbar. Versuchen Sie es noch einmal.',
  },
  'not-hls': {
    sv: 'Där finns ingen HLS-spellista.',
    ko: 'HLS 재생 목록이 아닙니다.',
    de: 'Dort ist keine HLS-Wiedergabeliste.',
  },
  'masked-address': {
    sv: 'Adressen har ******** i stället för en hemlighet; klistra in hela adressen.',
    ko: '주소의 비밀 값이 ********로 가려져 있습니다. 전체 주소를 붙여 넣으세요.',
    de: 'In der Adresse steht ******** statt eines Geheimnisses; bitte die ganze Adresse einfügen.',
  },
  'empty-master': {
    sv: 'Spellistan har inga varianter.',
    ko: '재생 목록에 화질이 없습니다.',
    de: 'Die Wiedergabeliste hat keine Varianten.',
  },
  'vod-playlist': {
    sv: 'Spellistan är en färdig inspelning, ingen livesändning.',
    ko: '생방송이 아니라 끝난 영상의 재생 목록입니다.',
    de: 'Die Wiedergabeliste ist eine fertige Aufnahme, keine Sendung.',
  },
  'wrong-credentials': {
    sv: 'Källan godtar inte inloggningen.',
    ko: '소스가 로그인 정보를 받지 않습니다.',
    de: 'Die Quelle nimmt die Anmeldung nicht an.',
  },
  // VODs.
  'vod-missing': { sv: 'VOD:en finns inte.', ko: 'VOD가 없습니다.', de: 'Dieses VOD gibt es nicht.' },
  'vod-capturing': {
    sv: 'VOD:en spelas in just nu.',
    ko: 'VOD를 녹화하고 있습니다.',
    de: 'Das VOD wird gerade aufgenommen.',
  },
  'vod-protected': {
    sv: 'VOD:en är skyddad mot radering.',
    ko: '삭제가 방지된 VOD입니다.',
    de: 'Das VOD ist gegen Löschen geschützt.',
  },
  'no-segments': {
    sv: 'Inga segment finns lagrade.',
    ko: '저장된 조각이 없습니다.',
    de: 'Es sind keine Segmente gespeichert.',
  },
  'segments-gone': {
    sv: 'Segmenten är borta; filen finns kvar.',
    ko: '조각은 지워졌고 파일은 남아 있습니다.',
    de: 'Die Segmente sind fort; die Datei ist da.',
  },
  'segment-missing': { sv: 'Segmentet finns inte.', ko: '조각이 없습니다.', de: 'Dieses Segment gibt es nicht.' },
  'media-missing': { sv: 'Filen finns inte.', ko: '파일이 없습니다.', de: 'Diese Datei gibt es nicht.' },
  'picture-missing': { sv: 'Bilden finns inte.', ko: '그림이 없습니다.', de: 'Dieses Bild gibt es nicht.' },
  'edit-conflict': {
    sv: 'Det har ändrats sedan du öppnade det. Inget är sparat.',
    ko: '열어 둔 사이 내용이 바뀌었습니다. 저장하지 않았습니다.',
    de: 'Es wurde seit dem Öffnen geändert. Nichts ist gespeichert.',
  },
  'unknown-segment': {
    sv: 'VOD:en har ingen fil med det namnet.',
    ko: 'VOD에 그런 파일이 없습니다.',
    de: 'Das VOD hat keine Datei dieses Namens.',
  },
  'bad-chapters': {
    sv: 'Kapitlen stämmer inte.',
    ko: '챕터가 올바르지 않습니다.',
    de: 'Mit den Kapiteln stimmt etwas nicht.',
  },
  'bad-moment': {
    sv: 'Tidpunkten stämmer inte.',
    ko: '시점이 올바르지 않습니다.',
    de: 'Mit dem Zeitpunkt stimmt etwas nicht.',
  },
  'bookmark-missing': {
    sv: 'Bokmärket finns inte.',
    ko: '북마크가 없습니다.',
    de: 'Dieses Lesezeichen gibt es nicht.',
  },
  'too-many-bookmarks': {
    sv: 'VOD:en har redan så många bokmärken som den kan ha.',
    ko: 'VOD에 북마크를 더 추가할 수 없습니다.',
    de: 'Das VOD hat schon so viele Lesezeichen, wie es haben kann.',
  },
  'no-past': {
    sv: 'Kanalens webbplats har inga äldre videor att fråga efter.',
    ko: '채널의 사이트에는 조회할 지난 영상이 없습니다.',
    de: 'Die Seite des Kanals hat keine alten Videos, nach denen gefragt werden könnte.',
  },
  'no-site-vod': {
    sv: 'Inget video-id: para ihop VOD:en med videon på webbplatsen först.',
    ko: '영상 ID가 없습니다. 먼저 VOD를 사이트의 영상과 연결하십시오.',
    de: 'Keine Video-Kennung: ordnen Sie das VOD erst seinem Video auf der Seite zu.',
  },
  'not-matched': {
    sv: 'Ingen video på webbplatsen hör till VOD:en.',
    ko: '사이트에서 VOD에 맞는 영상을 찾지 못했습니다.',
    de: 'Auf der Seite gehört kein Video zu diesem VOD.',
  },
  'video-missing': {
    sv: 'Webbplatsen har ingen sådan video.',
    ko: '사이트에 그런 영상이 없습니다.',
    de: 'Die Seite hat kein solches Video.',
  },
  'clip-missing': { sv: 'Klippet finns inte.', ko: '클립이 없습니다.', de: 'Diesen Clip gibt es nicht.' },
  'site-away': {
    sv: 'Webbplatsen svarar inte just nu.',
    ko: '지금 사이트가 응답하지 않습니다.',
    de: 'Die Seite antwortet gerade nicht.',
  },
  'no-vods': { sv: 'Det finns inga VOD:er att radera', ko: '지울 VOD가 없습니다', de: 'Es gibt keine VODs zu löschen' },
  'vods-kept': {
    sv: 'Alla VOD:er kunde inte raderas',
    ko: '모든 VOD를 지우지는 못했습니다',
    de: 'Nicht alle VODs konnten gelöscht werden',
  },
  'bad-stretch': { sv: 'Avsnittet stämmer inte.', ko: '구간이 올바르지 않습니다.', de: 'Der Abschnitt stimmt nicht.' },
  'not-a-video': {
    sv: 'Det är ingen adress till en video.',
    ko: '영상의 주소가 아닙니다.',
    de: 'Das ist keine Adresse eines Videos.',
  },
  'probe-failed': {
    sv: 'Filerna kunde inte läsas av.',
    ko: '파일을 분석하지 못했습니다.',
    de: 'Die Dateien konnten nicht untersucht werden.',
  },
  'rate-limited': {
    sv: 'Webbplatsen vill inte tillfrågas så ofta. Försök igen om en stund.',
    ko: '사이트가 요청을 제한하고 있습니다. 잠시 뒤 다시 시도하십시오.',
    de: 'Die Seite will nicht so oft gefragt werden. Versuchen Sie es in einer Weile noch einmal.',
  },
  'refused': { sv: 'Förfrågan avvisades.', ko: '요청이 거절되었습니다.', de: 'Die Anfrage wurde abgewiesen.' },
  'video-known': { sv: 'Videon är redan hämtad', ko: '이미 내려받은 영상입니다', de: 'Dieses Video ist schon geladen' },
  'clip-known': { sv: 'Klippet är redan hämtat', ko: '이미 내려받은 클립입니다', de: 'Dieser Clip ist schon geladen' },
  'no-clip-id': { sv: 'Inget klipp-id angavs.', ko: '클립 ID가 없습니다.', de: 'Es ist keine Clip-Kennung angegeben.' },
  'no-chat': {
    sv: 'Webbplatsen har ingen chatt att följa.',
    ko: '사이트에 따라갈 채팅이 없습니다.',
    de: 'Die Seite hat keinen Chat, dem man folgen könnte.',
  },
  'dump-running': {
    sv: 'Chatten hos {{login}} skrivs redan ner: stoppa jobbet {{job}} först.',
    ko: '{{login}}의 채팅을 이미 기록하고 있습니다. 먼저 작업 {{job}}을(를) 중지하십시오.',
    de: 'Der Chat von {{login}} wird schon mitgeschrieben: halten Sie erst den Auftrag {{job}} an.',
  },
  // Operations.
  'job-missing': {
    sv: 'Jobbet ”{{name}}” finns inte',
    ko: '작업 ‘{{name}}’이(가) 없습니다',
    de: 'Den Auftrag „{{name}}“ gibt es nicht',
  },
  'job-running': {
    sv: 'Jobbet pågår eller väntar redan.',
    ko: '작업이 이미 실행 중이거나 대기 중입니다.',
    de: 'Der Auftrag läuft oder wartet schon.',
  },
  'job-stopped': { sv: 'Jobbet stoppades.', ko: '작업이 중지되었습니다.', de: 'Der Auftrag wurde angehalten.' },
  'unknown-level': {
    sv: 'Nivån {{level}} finns inte.',
    ko: '{{level}} 수준은 없습니다.',
    de: 'Eine Stufe {{level}} gibt es nicht.',
  },
  'dates-reversed': {
    sv: 'dateTo ligger före dateFrom.',
    ko: 'dateTo가 dateFrom보다 앞섭니다.',
    de: 'dateTo liegt vor dateFrom.',
  },
  'no-channels': {
    sv: 'Det finns inga kanaler att prenumerera på.',
    ko: '구독할 채널이 없습니다.',
    de: 'Es gibt keine Kanäle zu abonnieren.',
  },
  'subscription-missing': {
    sv: 'Prenumerationen finns inte',
    ko: '구독이 없습니다',
    de: 'Dieses Abonnement gibt es nicht',
  },
  'streams-active': {
    sv: 'Sändningar pågår fortfarande',
    ko: '아직 진행 중인 방송이 있습니다',
    de: 'Es laufen noch Sendungen',
  },
  'no-such-schedule': { sv: 'Jobbet finns inte', ko: '작업이 없습니다', de: 'Einen solchen Auftrag gibt es nicht' },
  'files-off': {
    sv: 'Fil-API:t är avstängt på servern. Sätt VODKEEP_FILES_API=1.',
    ko: '이 서버에서는 파일 API가 꺼져 있습니다. VODKEEP_FILES_API=1을 설정하십시오.',
    de: 'Die Datei-Schnittstelle ist auf diesem Server abgeschaltet. Setzen Sie VODKEEP_FILES_API=1.',
  },
  'path-missing': { sv: 'Ingen sökväg angavs', ko: '경로가 없습니다', de: 'Es ist kein Pfad angegeben' },
  'path-invalid': { sv: 'Sökvägen är inte giltig', ko: '경로가 올바르지 않습니다', de: 'Der Pfad ist nicht gültig' },
  'access-denied': { sv: 'Åtkomst nekad', ko: '접근이 거부되었습니다', de: 'Zugriff verweigert' },
  'path-not-there': { sv: 'Sökvägen finns inte', ko: '경로가 없습니다', de: 'Diesen Pfad gibt es nicht' },
  'files-elsewhere': {
    sv: 'Medier ligger i en bucket här, inte i en mapp. Bara loggar kan listas.',
    ko: '미디어가 폴더가 아닌 버킷에 있습니다. 로그만 볼 수 있습니다.',
    de: 'Die Medien liegen hier in einem Bucket, nicht in einem Ordner. Nur Logs können aufgelistet werden.',
  },
  'file-not-there': { sv: 'Filen finns inte', ko: '파일이 없습니다', de: 'Diese Datei gibt es nicht' },
  'file-owned': {
    sv: 'Filen hör till en VOD eller ett klipp. Radera den där.',
    ko: 'VOD나 클립에 속한 파일입니다. 그곳에서 지우십시오.',
    de: 'Diese Datei gehört zu einem VOD oder Clip. Löschen Sie sie dort.',
  },
  'licence-missing': {
    sv: 'Licensen för {{name}} finns inte här.',
    ko: '{{name}}의 라이선스가 없습니다.',
    de: 'Die Lizenz von {{name}} liegt hier nicht.',
  },
  'key-missing': { sv: 'Nyckeln finns inte.', ko: '키가 없습니다.', de: 'Diesen Schlüssel gibt es nicht.' },
  'no-value': { sv: 'Inget värde angavs.', ko: '값이 없습니다.', de: 'Es wurde kein Wert angegeben.' },
  'expiry-past': {
    sv: 'Värdet skulle försvinna genast.',
    ko: '값이 바로 사라지게 됩니다.',
    de: 'Dieser Wert wäre sofort wieder fort.',
  },
  'favourite-missing': {
    sv: '{{game}} är ingen favorit.',
    ko: '{{game}}은(는) 즐겨찾기가 아닙니다.',
    de: '{{game}} ist kein Favorit.',
  },
  'dead-letter-missing': {
    sv: 'Meddelandet finns inte.',
    ko: '메시지가 없습니다.',
    de: 'Diese Nachricht gibt es nicht.',
  },
  'dead-letter-gone': {
    sv: 'Meddelandet finns inte längre.',
    ko: '메시지가 더 이상 없습니다.',
    de: 'Diese Nachricht gibt es nicht mehr.',
  },
  'already-queued': { sv: 'Det väntar redan.', ko: '이미 대기 중입니다.', de: 'Es wartet schon.' },
  'notice-missing': { sv: 'Aviseringen finns inte.', ko: '알림이 없습니다.', de: 'Diesen Hinweis gibt es nicht.' },
  'no-account': {
    sv: 'Webbplatsen har inga konton.',
    ko: '계정이 없는 사이트입니다.',
    de: 'Diese Seite hat keine Konten.',
  },
  'nobody-signed-in': {
    sv: 'Ingen är inloggad på webbplatsen.',
    ko: '사이트에 로그인한 사용자가 없습니다.',
    de: 'Bei der Seite ist niemand angemeldet.',
  },
  'no-app': { sv: 'Ingen app är sparad.', ko: '저장된 앱이 없습니다.', de: 'Es ist keine App gespeichert.' },
  'no-site-app': {
    sv: 'Ingen app är sparad för webbplatsen.',
    ko: '사이트에 저장된 앱이 없습니다.',
    de: 'Für die Seite ist keine App gespeichert.',
  },
  // Channels and VODs in the hands of the operator.
  'vod-busy': {
    sv: 'Videon konverteras just nu. Försök igen när det är klart.',
    ko: 'VOD를 변환하고 있습니다. 끝난 뒤에 다시 시도하십시오.',
    de: 'Das VOD wird gerade umgewandelt. Versuchen Sie es danach noch einmal.',
  },
  'no-live-stream': {
    sv: 'Ingen pågående sändning hittades.',
    ko: '진행 중인 방송이 없습니다.',
    de: 'Es läuft kein Stream.',
  },
  'already-recording': {
    sv: 'Sändningen spelas redan in eller står på kö.',
    ko: '이미 녹화 중이거나 대기 중입니다.',
    de: 'Der Stream wird schon aufgenommen oder wartet darauf.',
  },
  'no-history': { sv: 'Ingen historik finns.', ko: '기록이 없습니다.', de: 'Es gibt keinen Verlauf.' },
  'other-account': {
    sv: 'Namnet hör till ett annat konto.',
    ko: '다른 계정의 이름입니다.',
    de: 'Der Name gehört zu einem anderen Konto.',
  },
  'name-unchanged': { sv: 'Kanalen heter redan så.', ko: '이미 그 이름입니다.', de: 'Der Kanal heißt schon so.' },
  'refresh-failed': {
    sv: 'Webbplatsen kunde inte frågas.',
    ko: '사이트에 물어볼 수 없었습니다.',
    de: 'Die Seite konnte nicht gefragt werden.',
  },
  'log-in-use': {
    sv: 'Loggen skrivs just nu: raderad skulle den fortsätta utom synhåll. Den håller sig vid 16 MB; dess äldre kopia, med .1 på slutet, får raderas.',
    ko: '지금 기록 중인 로그입니다. 지우면 보이지 않는 곳에서 계속 기록됩니다. 로그는 16MB로 유지되며, 끝에 .1이 붙은 이전 사본은 지울 수 있습니다.',
    de: 'Dieses Protokoll wird gerade geschrieben: gelöscht ginge es unsichtbar weiter. Es hält sich bei 16 MB; seine ältere Kopie mit .1 am Ende darf gelöscht werden.',
  },
  'name-taken': { sv: 'Namnet är upptaget.', ko: '이미 사용 중인 이름입니다.', de: 'Der Name ist vergeben.' },
  'chat-exists': {
    sv: 'VOD:en har redan en chatt.',
    ko: '이 VOD에는 이미 채팅이 있습니다.',
    de: 'Dieses VOD hat schon einen Chat.',
  },
  'chat-too-large': {
    sv: 'Chattfilen är större än 1 GB.',
    ko: '채팅 파일이 1GB를 넘습니다.',
    de: 'Die Chatdatei ist größer als 1 GB.',
  },
  'chat-unreadable': {
    sv: 'Chattfilen kan inte läsas.',
    ko: '채팅 파일을 읽을 수 없습니다.',
    de: 'Die Chatdatei ist nicht lesbar.',
  },
  // What services, sites and storage throw: why a job failed, a check is not well, a message was given up on.
  'bad-cursor': {
    sv: 'Markören hör inte till denna lista.',
    ko: '이 목록의 커서가 아닙니다.',
    de: 'Das ist keine Marke dieser Liste.',
  },
  'bad-proxy': {
    sv: 'Proxyns adress måste se ut som http://user:password@host:port; andra sorters proxy stöds inte.',
    ko: '프록시 주소는 http://user:password@host:port 형식이어야 합니다. 다른 종류의 프록시는 지원하지 않습니다.',
    de: 'Die Adresse des Proxys muss wie http://user:password@host:port aussehen; andere Arten von Proxy werden nicht unterstützt.',
  },
  'bad-source': {
    sv: 'Källans adress är ingen adress.',
    ko: '소스 주소가 올바른 주소가 아닙니다.',
    de: 'Die Adresse der Quelle ist keine Adresse.',
  },
  'body-failed': {
    sv: 'Data som skulle lagras bröts av.',
    ko: '저장할 데이터가 도중에 끊겼습니다.',
    de: 'Die zu speichernden Daten brachen ab.',
  },
  'broken-seal': {
    sv: 'En lagrad hemlighet kan inte öppnas: den ändrades, eller hör till något annat. Ange den igen.',
    ko: '저장된 비밀 값을 열 수 없습니다. 바뀌었거나 다른 것의 값입니다. 다시 입력하십시오.',
    de: 'Ein gespeichertes Geheimnis lässt sich nicht öffnen: es wurde verändert oder gehört zu etwas anderem. Geben Sie es neu ein.',
  },
  'wrong-key': {
    sv: 'Den lagrade hemligheten eller segmentet kan inte öppnas med nycklarna som finns.',
    ko: '가지고 있는 키로 저장된 비밀 값이나 조각을 열 수 없습니다.',
    de: 'Das gespeicherte Geheimnis oder das Segment lässt sich mit den vorhandenen Schlüsseln nicht öffnen.',
  },
  'bus-unavailable': {
    sv: 'Meddelandetjänsten (NATS) svarar inte just nu.',
    ko: '지금 메시지 서비스(NATS)가 응답하지 않습니다.',
    de: 'Der Nachrichtendienst (NATS) antwortet gerade nicht.',
  },
  'cancelled': { sv: 'Avbrutet.', ko: '취소되었습니다.', de: 'Abgebrochen.' },
  'checksum-mismatch': {
    sv: 'Andra byte kom fram än de utlovade.',
    ko: '약속한 것과 다른 바이트가 왔습니다.',
    de: 'Es kamen andere Bytes an als angekündigt.',
  },
  'size-mismatch': {
    sv: '{{promised}} byte utlovades, {{came}} kom.',
    ko: '{{promised}}바이트를 약속했지만 {{came}}바이트가 왔습니다.',
    de: '{{promised}} Bytes waren angekündigt, {{came}} kamen.',
  },
  'command-failed': {
    sv: 'Ett hjälpprogram misslyckades. Loggen säger mer.',
    ko: '보조 프로그램이 실패했습니다. 자세한 내용은 로그에 있습니다.',
    de: 'Ein Hilfsprogramm ist gescheitert. Mehr steht im Log.',
  },
  'dump-gone': {
    sv: 'Ingenting är kvar av chattdumpen. Börja en ny.',
    ko: '이 채팅 기록에 남은 것이 없습니다. 새로 시작하십시오.',
    de: 'Von diesem Mitschnitt ist nichts übrig. Beginnen Sie einen neuen.',
  },
  'ffmpeg-failed': {
    sv: '{{program}} misslyckades: {{why}}',
    ko: '{{program}}이(가) 실패했습니다: {{why}}',
    de: '{{program}} ist gescheitert: {{why}}',
  },
  'ffmpeg-missing': {
    sv: '{{program}} kunde inte startas: är det installerat och i PATH?',
    ko: '{{program}}을(를) 시작할 수 없습니다. 설치되어 있고 PATH에 있습니까?',
    de: '{{program}} ließ sich nicht starten: ist es installiert und im PATH?',
  },
  'file-missing': { sv: 'Filen finns inte längre.', ko: '파일이 더는 없습니다.', de: 'Die Datei ist nicht mehr da.' },
  'file-unknown': {
    sv: 'Vilka filer som finns kunde inte avgöras just nu.',
    ko: '지금은 어떤 파일이 있는지 알 수 없습니다.',
    de: 'Welche Dateien da sind, war gerade nicht festzustellen.',
  },
  'file-unreadable': { sv: 'Filen kan inte läsas.', ko: '파일을 읽을 수 없습니다.', de: 'Die Datei ist nicht lesbar.' },
  'file-without-media': {
    sv: 'Filen innehåller inga läsbara media.',
    ko: '파일에 읽을 수 있는 미디어가 없습니다.',
    de: 'Die Datei enthält kein lesbares Medium.',
  },
  'file-wrong-length': {
    sv: 'Filen har inte samma längd som dess segment.',
    ko: '파일 길이가 조각 길이와 다릅니다.',
    de: 'Die Datei ist nicht so lang wie ihre Segmente.',
  },
  'key-unsupported': {
    sv: 'Sändningens kryptering kan inte spelas in.',
    ko: '이 암호화 방식은 녹화할 수 없습니다.',
    de: 'Diese Verschlüsselung des Streams kann nicht aufgenommen werden.',
  },
  'no-answer': { sv: 'Inget svar kom i tid.', ko: '제때 응답이 없었습니다.', de: 'Es kam keine Antwort zur Zeit.' },
  'no-converter': {
    sv: 'Ingen konverterare har tittat på det.',
    ko: '살펴본 변환기가 없습니다.',
    de: 'Kein Umwandler hat es angesehen.',
  },
  'no-key': {
    sv: 'Källan kräver inloggning, men inspelaren har ingen nyckelring.',
    ko: '소스에 로그인이 필요하지만 레코더에 키링이 없습니다.',
    de: 'Die Quelle braucht eine Anmeldung, aber der Rekorder hat keinen Schlüsselbund.',
  },
  'no-picture': {
    sv: 'Webbplatsen gav ingen bild.',
    ko: '사이트가 그림을 주지 않았습니다.',
    de: 'Die Seite gab kein Bild.',
  },
  'job-unreadable': {
    sv: 'Dess uppdrag går inte längre att läsa; begär det på nytt.',
    ko: '명령을 더는 읽을 수 없습니다. 새로 요청하십시오.',
    de: 'Sein Auftrag ist nicht mehr lesbar; fordern Sie ihn neu an.',
  },
  'message-lost': {
    sv: 'Arbetaren stod stilla för länge; någon annan tar över.',
    ko: '작업자가 너무 오래 멈추어 다른 작업자가 이어받습니다.',
    de: 'Der Arbeiter stand zu lange still; ein anderer macht weiter.',
  },
  'no-progress': {
    sv: 'Arbetet stod stilla för länge.',
    ko: '작업이 너무 오래 멈추어 있었습니다.',
    de: 'Die Arbeit stand zu lange still.',
  },
  'no-such-quality': {
    sv: 'Den önskade kvaliteten erbjuds inte.',
    ko: '원하는 화질이 없습니다.',
    de: 'Die gewünschte Qualität wird nicht angeboten.',
  },
  'not-live': {
    sv: 'Sändningen erbjuder ingenting ännu.',
    ko: '방송에 아직 아무것도 없습니다.',
    de: 'Der Stream bietet noch nichts an.',
  },
  'not-media': {
    sv: 'Servern svarar med något som inte är media.',
    ko: '서버가 미디어가 아닌 것으로 응답합니다.',
    de: 'Der Server antwortet mit etwas, das kein Medium ist.',
  },
  'not-signed-in': {
    sv: 'Du är inte inloggad på webbplatsen. Logga in under Inställningar > Webbplatser.',
    ko: '사이트에 로그인되어 있지 않습니다. 설정 > 사이트에서 로그인하십시오.',
    de: 'Sie sind bei der Seite nicht angemeldet. Melden Sie sich unter Einstellungen > Seiten an.',
  },
  'signed-out': {
    sv: 'Webbplatsen har avslutat din inloggning. Logga in igen under Inställningar > Webbplatser.',
    ko: '사이트가 로그인을 끝냈습니다. 설정 > 사이트에서 다시 로그인하십시오.',
    de: 'Die Seite hat Ihre Anmeldung beendet. Melden Sie sich unter Einstellungen > Seiten neu an.',
  },
  'nothing-stored': {
    sv: 'Ingenting av VOD:en är lagrat ännu; försök igen om några sekunder.',
    ko: '이 VOD에서 아직 저장된 것이 없습니다. 몇 초 뒤에 다시 시도하십시오.',
    de: 'Von diesem VOD ist noch nichts gespeichert; versuchen Sie es in einigen Sekunden noch einmal.',
  },
  'object-missing': {
    sv: 'Filen finns inte i lagringen.',
    ko: '저장소에 파일이 없습니다.',
    de: 'Die Datei ist nicht im Speicher.',
  },
  'picture-away': {
    sv: 'Bilden kunde inte hämtas.',
    ko: '그림을 가져올 수 없었습니다.',
    de: 'Das Bild war nicht zu laden.',
  },
  'playback-token': {
    sv: 'Uppspelningsnyckeln godtas inte. Kopiera en ny till inställningarna.',
    ko: '재생 토큰이 받아들여지지 않습니다. 새 토큰을 설정에 넣으십시오.',
    de: 'Das Wiedergabe-Token wird nicht angenommen. Kopieren Sie ein neues in die Einstellungen.',
  },
  'range-not-satisfiable': {
    sv: 'Det önskade området ligger bakom slutet.',
    ko: '요청한 범위가 끝을 벗어났습니다.',
    de: 'Der gewünschte Bereich liegt hinter dem Ende.',
  },
  'segment-unreadable': {
    sv: 'Ett segment kan inte läsas.',
    ko: '조각을 읽을 수 없습니다.',
    de: 'Ein Segment ist nicht lesbar.',
  },
  'segment-without-media': {
    sv: 'Ett segment innehåller varken bild eller ljud som går att läsa.',
    ko: '조각에 읽을 수 있는 영상이나 소리가 없습니다.',
    de: 'Ein Segment enthält weder Bild noch Ton, die lesbar sind.',
  },
  'several-faults': {
    sv: 'Flera saker gick fel samtidigt. Loggen säger mer.',
    ko: '여러 문제가 함께 생겼습니다. 자세한 내용은 로그에 있습니다.',
    de: 'Mehreres ging zugleich schief. Mehr steht im Log.',
  },
  'sign-in-failed': {
    sv: 'Webbplatsen godtog inte inloggningen. Försök igen; omdirigeringsadressen måste stå i appen exakt som här.',
    ko: '사이트가 로그인을 받아들이지 않았습니다. 다시 시도하십시오. 앱의 리디렉션 주소가 여기와 똑같아야 합니다.',
    de: 'Die Seite nahm die Anmeldung nicht an. Versuchen Sie es noch einmal; die Umleitungsadresse muss in der App genau wie hier stehen.',
  },
  'site-app': {
    sv: 'Webbplatsen avvisar appen. Kontrollera id och hemlighet under Inställningar > Webbplatser.',
    ko: '사이트가 앱을 거부합니다. 설정 > 사이트에서 ID와 비밀 값을 확인하십시오.',
    de: 'Die Seite lehnt die App ab. Prüfen Sie Id und Geheimnis unter Einstellungen > Seiten.',
  },
  'site-refuses-token': {
    sv: 'Webbplatsen avvisar vår nyckel. Kontrollera appen och inloggningen under Inställningar > Webbplatser.',
    ko: '사이트가 토큰을 거부합니다. 설정 > 사이트에서 앱과 로그인을 확인하십시오.',
    de: 'Die Seite lehnt unser Token ab. Prüfen Sie App und Anmeldung unter Einstellungen > Seiten.',
  },
  'spool-full': {
    sv: 'Lagringen är borta och mellanlagringen är full.',
    ko: '저장소가 없고 임시 공간이 가득 찼습니다.',
    de: 'Der Speicher ist fort, und das Zwischenlager ist voll.',
  },
  'storage-away': {
    sv: 'Lagringen svarar inte.',
    ko: '저장소가 응답하지 않습니다.',
    de: 'Der Speicher antwortet nicht.',
  },
  'storage-busy': {
    sv: 'Lagringen har för mycket att göra.',
    ko: '저장소가 너무 바쁩니다.',
    de: 'Der Speicher hat zu viel zu tun.',
  },
  'storage-denied': {
    sv: 'Lagringen nekar åtkomst.',
    ko: '저장소가 접근을 거부합니다.',
    de: 'Der Speicher verweigert den Zugriff.',
  },
  'storage-failed': {
    sv: 'Lagringen rapporterar ett fel. Loggen säger mer.',
    ko: '저장소 오류입니다. 자세한 내용은 로그에 있습니다.',
    de: 'Der Speicher meldet einen Fehler. Mehr steht im Log.',
  },
  'storage-full': {
    sv: 'Lagringen är full: frigör plats.',
    ko: '저장소가 가득 찼습니다. 공간을 비우십시오.',
    de: 'Der Speicher ist voll: schaffen Sie Platz.',
  },
  'storage-read-only': {
    sv: 'Lagringen är skrivskyddad.',
    ko: '저장소가 읽기 전용입니다.',
    de: 'Der Speicher ist nur lesbar.',
  },
  'storage-transit': {
    sv: 'Byte ändrades på vägen till lagringen.',
    ko: '저장소로 가는 길에 바이트가 바뀌었습니다.',
    de: 'Auf dem Weg zum Speicher wurden Bytes verändert.',
  },
  'bucket-missing': {
    sv: 'Bucketen finns inte: skapa den, eller rätta namnet i inställningarna.',
    ko: '버킷이 없습니다. 만들거나 설정의 이름을 고치십시오.',
    de: 'Den Bucket gibt es nicht: legen Sie ihn an oder berichtigen Sie den Namen in den Einstellungen.',
  },
  'task-missing': {
    sv: 'Uppgiften ”{{name}}” finns inte. Det finns: {{names}}',
    ko: "작업 '{{name}}'이(가) 없습니다. 있는 작업: {{names}}",
    de: 'Die Aufgabe „{{name}}“ gibt es nicht. Es gibt: {{names}}',
  },
  'no-leader': {
    sv: 'Inget API leder, så inga sändningar upptäcks.',
    ko: '주도하는 API가 없어 방송을 감지하지 못합니다.',
    de: 'Kein API führt, darum wird kein Stream bemerkt.',
  },
  'leader-silent': {
    sv: 'Det ledande API:t {{name}} har inte hörts av på {{s}} s.',
    ko: '주도하던 API {{name}}에서 {{s}}초 동안 소식이 없습니다.',
    de: 'Das führende API {{name}} hat seit {{s}} s nichts von sich hören lassen.',
  },
  'leader-session': {
    sv: 'PostgreSQL svarar inte.',
    ko: 'PostgreSQL이 응답하지 않습니다.',
    de: 'PostgreSQL antwortet nicht.',
  },
  'detection-stalled': {
    sv: 'Har inte körts på {{s}} s.',
    ko: '{{s}}초 동안 실행되지 않았습니다.',
    de: 'Ist seit {{s}} s nicht gelaufen.',
  },
  'low-space': {
    sv: 'Bara {{gb}} GB är lediga för inspelningar.',
    ko: '녹화에 쓸 공간이 {{gb}}GB뿐입니다.',
    de: 'Nur {{gb}} GB sind für Aufnahmen frei.',
  },
  'sub-only': {
    sv: 'Videon är bara för kanalens prenumeranter.',
    ko: '채널 구독자만 볼 수 있는 영상입니다.',
    de: 'Dieses Video ist nur für Abonnenten des Kanals.',
  },
  'too-many-parts': {
    sv: 'Filen är för stor för lagringen.',
    ko: '저장소에 두기에는 파일이 너무 큽니다.',
    de: 'Die Datei ist für den Speicher zu groß.',
  },
  'video-barred': {
    sv: 'Webbplatsen lämnar inte ut videon.',
    ko: '사이트가 이 영상을 내주지 않습니다.',
    de: 'Die Seite gibt dieses Video nicht heraus.',
  },
  'video-changed': {
    sv: 'Webbplatsen har ändrat videon sedan nedladdningen började: stoppa den och ladda ner på nytt.',
    ko: '다운로드를 시작한 뒤 사이트가 영상을 바꾸었습니다. 멈추고 새로 받으십시오.',
    de: 'Die Seite hat das Video seit Beginn des Herunterladens geändert: beenden Sie es und laden Sie es neu.',
  },
  'bad-tag': {
    sv: 'Spellistan har en trasig rad.',
    ko: '재생 목록에 잘못된 줄이 있습니다.',
    de: 'Die Wiedergabeliste hat eine fehlerhafte Zeile.',
  },
  'bad-byterange': {
    sv: 'Spellistan har ett trasigt byteområde.',
    ko: '재생 목록의 바이트 범위가 잘못되었습니다.',
    de: 'Die Wiedergabeliste hat einen fehlerhaften Bytebereich.',
  },
  'bad-uri': {
    sv: 'Spellistan har en trasig adress.',
    ko: '재생 목록에 잘못된 주소가 있습니다.',
    de: 'Die Wiedergabeliste hat eine fehlerhafte Adresse.',
  },
  'delta-playlist': {
    sv: 'Servern svarade med en deltaspellista som ingen bad om.',
    ko: '서버가 요청하지 않은 델타 재생 목록으로 응답했습니다.',
    de: 'Der Server antwortete mit einer Delta-Wiedergabeliste, um die niemand bat.',
  },
  'undefined-variable': {
    sv: 'Spellistan använder en variabel som den inte definierar.',
    ko: '재생 목록이 정의하지 않은 변수를 씁니다.',
    de: 'Die Wiedergabeliste benutzt eine Variable, die sie nicht definiert.',
  },
  'wrong-payload': {
    sv: 'Meddelandet kan inte läsas.',
    ko: '메시지를 읽을 수 없습니다.',
    de: 'Die Nachricht ist nicht lesbar.',
  },
  'http-status': {
    sv: 'Servern svarar med status {{status}}.',
    ko: '서버가 상태 {{status}}(으)로 응답합니다.',
    de: 'Der Server antwortet mit Status {{status}}.',
  },
  'http-away': {
    sv: 'Servern kunde inte nås.',
    ko: '서버에 연결할 수 없었습니다.',
    de: 'Der Server war nicht erreichbar.',
  },
  'http-timeout': {
    sv: 'Servern svarade inte i tid.',
    ko: '서버가 제때 응답하지 않았습니다.',
    de: 'Der Server antwortete nicht rechtzeitig.',
  },
  'http-truncated': {
    sv: 'Svaret från servern bröts av.',
    ko: '서버의 응답이 도중에 끊겼습니다.',
    de: 'Die Antwort des Servers brach ab.',
  },
  'http-too-large': {
    sv: 'Svaret från servern är för stort.',
    ko: '서버의 응답이 너무 큽니다.',
    de: 'Die Antwort des Servers ist zu groß.',
  },
  'http-bad-redirect': {
    sv: 'Servern omdirigerar fel.',
    ko: '서버의 리디렉션이 잘못되었습니다.',
    de: 'Der Server leitet falsch um.',
  },
};
