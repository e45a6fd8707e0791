import { unspaced } from "./unspaced.ts";

const PARTICLE = /^(?:을|를|이|가|은|는|의|에|에서|에게|로|으로|와|과|도|만|부터|까지|들|들을|들이|인|마다)?$/;

/** Its words end with particles and endings, which the table does not have; writers put spaces where they like. */
export const korean = unspaced({
  own: /\p{Script=Hangul}/u,
  script: /\p{Script=Hangul}/u,
  isAlone: (run, at) => at === 0 && PARTICLE.test(run.slice(1)),
  words: `
where: 어디 어디서 어디에서 어디에
how: 어떻게 어떤식
when: 언제
why: 왜
who: 누가 누구
which: 어느 어떤
what does: 무엇을 뭘
what is: 무엇인 뭔가
what: 무엇 뭐
how many: 몇번 몇개 얼마나
and: 그리고 그러면 그럼
if: 만약 만일
not: 않 아닌
called: 호출 불러지
used: 사용 쓰이
defined: 정의
implementation: 구현
responsible: 담당 책임
decide: 결정 판단 정하
tested: 테스트되 테스트하 테스트합 테스트했
test: 테스트 시험
example: 예제 예시
documentation: 문서 설명서
default value of: 기본값 디폴트
default: 기본 기본적
setting: 설정 환경설정
accept: 수락 허용하
access: 접근 액세스
account: 계정
action: 동작 액션 행동
activate: 활성화
address: 주소
add: 추가 더하
adjust: 조정 맞추 보정
algorithm: 알고리즘
allocate: 할당
allow: 허용 허락
angle: 각도
append: 덧붙 이어붙
application: 애플리케이션 응용프로그램 앱
area: 영역 구역
argument: 인자 인수
array: 배열
assign: 대입 배정 지정
attempt: 시도
attribute: 속성 어트리뷰트
authenticate: 인증
authorization: 권한부여
automatic: 자동
available: 이용가능 사용가능
average: 평균
avoid: 피하 방지 회피
background: 배경 백그라운드
backup: 백업
balance: 균형 잔액
batch: 일괄 배치
begin: 시작
behavior: 행위 동작방식
block: 블록 차단
body: 본문 바디
border: 테두리 경계선
boundary: 경계
branch: 브랜치 분기 가지
break: 깨지 중단점 끊어 끊기
browser: 브라우저
buffer: 버퍼
build: 빌드 구축
button: 버튼 단추
byte: 바이트
cache: 캐시 캐싱
calculate: 계산 산출
callback: 콜백
cancel: 취소
case: 경우 대소문자
catch: 잡아내 잡는 잡히
change: 변경 바꾸 바뀌 변하 변화 수정
channel: 채널
character: 문자
charset: 문자집합
check: 확인 검사 체크 점검
child: 자식 하위
choose: 고르 선택
circle: 원형
class: 클래스
clean: 정리 청소
clear: 지우 비우 초기화
click: 클릭
client: 클라이언트
clock: 시계
clone: 복제
close: 종료 닫는 닫힌 닫을 닫기 닫히 닫아
cluster: 클러스터
code: 코드
collect: 수집 모으
collision: 충돌
color: 색상 색깔 컬러
column: 열 컬럼 칼럼
combine: 결합 조합 합치 합쳐
command: 명령 명령어 커맨드
comment: 주석 댓글 코멘트
commit: 커밋
compare: 비교
compile: 컴파일
complete: 완료 완성 자동완성
component: 컴포넌트 구성요소
compress: 압축
concurrent: 동시 병렬
condition: 조건
confirm: 확정
conflict: 상충
connection: 연결 커넥션 접속
constant: 상수
constraint: 제약 제한조건
constructor: 생성자
contain: 포함 담겨 들어있
content: 내용 콘텐츠 컨텐츠
context: 컨텍스트 문맥
continue: 계속 이어서
convert: 변환 바꾸는 전환
coordinate: 좌표
copy: 복사
corner: 모서리
count: 개수 갯수 세는 카운트
create: 생성 만들 만드
current: 현재
cursor: 커서
custom: 사용자정의 커스텀 맞춤
cut: 자르 잘라 잘리
data: 데이터 자료
database: 데이터베이스 디비
date: 날짜 일자
deadlock: 교착상태 교착 데드락
decimal: 소수 십진
declare: 선언
decode: 디코딩 디코드 해독
decompress: 압축해제 압축을해제
decrypt: 복호화
delay: 지연 늦추 딜레이
delete: 삭제 지워
dependency: 의존성 의존
depth: 깊이
describe: 설명 기술하
deserialize: 역직렬화
destroy: 파괴 소멸 파기
detect: 감지 탐지 검출 알아내
device: 장치 기기 디바이스
dialog: 대화상자 다이얼로그
difference: 차이 다른
digit: 자릿수 숫자
dimension: 차원 치수
direction: 방향
directory: 디렉터리 디렉토리
disable: 비활성화 끄 꺼져 꺼진
disconnect: 연결해제 끊
discard: 버리 버려 폐기
disk: 디스크
display: 표시 보여주 화면표시
distance: 거리
distinguish: 구별 구분
distribute: 분배 분산 배포
document: 도큐먼트
download: 다운로드 내려받
drag: 드래그 끌어
draw: 그리 그려
duplicate: 중복 겹치
duration: 기간 지속시간 소요
dynamic: 동적
edge: 간선 가장자리 모서리선
edit: 편집
element: 요소 엘리먼트 원소
email: 이메일 메일
empty: 빈 비어 비었
enable: 활성 켜
encode: 인코딩 인코드 부호화
encrypt: 암호화
end: 끝 끝나 마지막
ensure: 보장
entry: 항목 엔트리
environment variable: 환경변수
environment: 환경
equal: 같은지 동일 같은 일치
error: 오류 에러
escape: 이스케이프
evaluate: 평가
event: 이벤트 사건
exception: 예외
exceed: 초과 넘으 넘는 넘을
exclude: 제외 배제
execute: 실행 수행
exist: 존재 있는지
exit: 나가 빠져나
expand: 펼치 확장하 전개
expect: 예상 기대 기댓값 기대값
expire: 만료
export: 내보내 익스포트
expression: 표현식 식을
extension: 확장 확장자 익스텐션
external: 외부
extract: 추출 뽑아 꺼내
factory: 팩토리
fail: 실패
fallback: 대체 폴백
fast: 빠르 빨리
feature: 기능
fetch: 가져오 가져와 불러오
field: 필드 입력란
file: 파일
fill: 채우 채워
filter: 필터 필터링 거르 걸러
find: 찾아 찾나 찾는 찾을 찾고 찾기 찾은 찾지
first: 처음 첫 최초
fix: 고치 고쳐
flag: 플래그
flush: 플러시 내보낼
focus: 포커스 초점
folder: 폴더
font: 글꼴 폰트
force: 강제
format: 형식 포맷 서식
form: 폼 양식
frame: 프레임
free: 해제
frequency: 빈도 주파수
full: 가득 꽉
function: 함수 펑션
generate: 생성해 생성하 만들어
group: 그룹 묶
handle: 처리 다루 핸들링
hash: 해시
header: 헤더 머리글
height: 높이
help: 도움말
hide: 숨기 숨겨 감추 가려지 가려져 은닉
highlight: 강조 하이라이트
history: 기록 이력 히스토리
hook: 훅 후크
host: 호스트
identifier: 식별자 아이디
ignore: 무시
image: 이미지 그림
import: 가져오기 임포트
include: 포함하 포함되
indent: 들여쓰기 들여쓴
index: 색인 인덱스
inherit: 상속 물려받
initialize: 초기화
inject: 주입
input: 입력
insert: 삽입 끼워 넣는 넣어 넣기 넣을
install: 설치
instance: 인스턴스
integer: 정수
interface: 인터페이스
internal: 내부
interrupt: 인터럽트 중단 끼어
interval: 간격 주기 인터벌
invalid: 잘못된 유효하지않 무효
item: 아이템
iterate: 반복 순회
join: 조인 결합하
jump: 점프 건너뛰
keep: 유지 보관 지키
key: 키 열쇠
keyboard: 키보드 자판
keyword: 키워드 예약어
label: 라벨 레이블
language: 언어
last: 마지막 최근
layer: 계층 레이어
layout: 레이아웃 배치
leak: 누수 새는
left: 왼쪽 좌측
length: 길이
letter: 글자 철자
level: 수준 단계 레벨
library: 라이브러리
license: 라이선스 라이센스
light: 조명 빛
limit: 제한 한도 한계
line: 줄 라인 행
link: 링크 연결고리
list: 목록 리스트
listen: 수신대기 리스닝 구독 듣는 듣고
load: 로드 불러 적재 로딩
local: 로컬 지역
lock: 잠금 잠그 잠겨 락 잠그나
log: 로그 로깅 기록
login: 로그인
logout: 로그아웃
loop: 루프 반복문
lose: 잃 유실 손실
lowercase: 소문자
main: 주요 메인
map: 맵 지도 매핑
mark: 표시하 마크
mask: 마스크 가리
match: 일치하 매칭 맞는 맞춰
maximum: 최대 최댓값
measure: 측정 재는
member: 멤버 회원
memory: 메모리 기억
menu: 메뉴
merge: 병합 합치
message: 메시지
method: 메서드 메소드 방법
migrate: 마이그레이션 이전
minimum: 최소 최솟값
missing: 없는 없을 누락 빠진
mode: 모드
model: 모델
module: 모듈
mouse: 마우스
move: 이동 옮기 옮겨 움직
name: 이름 명칭
namespace: 네임스페이스 이름공간
negative: 음수
nested: 중첩
network: 네트워크 통신망
new: 새 새로운 신규
next: 다음
node: 노드
normalize: 정규화
notification: 알림 통지
null: 널
number: 번호 수를
object: 객체 오브젝트 개체
offset: 오프셋
open: 열기 여는 열리 열어
operation: 연산 작업
operator: 연산자
option: 옵션 선택사항
order: 순서 주문
output: 출력
overflow: 넘치 넘침 오버플로
override: 재정의 오버라이드
overwrite: 덮어쓰 덮어씌
owner: 소유자
package: 패키지 꾸러미
padding: 여백 패딩
page: 페이지
panel: 패널
parameter: 매개변수 파라미터
parent: 부모 상위
parse: 파싱 구문분석 해석 분석
part: 부분
password: 비밀번호 암호
paste: 붙여넣
path: 경로
pattern: 패턴 무늬
pause: 일시정지 멈추
pending: 대기중
performance: 성능
permission: 권한 허가
persist: 영속 저장
pixel: 픽셀
plugin: 플러그인
point: 점을 지점 포인트 가리키
pointer: 포인터
pool: 풀
port: 포트
position: 위치 자리
prefix: 접두사 접두어
prepare: 준비
prevent: 막는 막아 방지 못하게 막나 막을
preview: 미리보기
previous: 이전 지난
print: 인쇄 출력하
priority: 우선순위
private: 비공개
process: 프로세스
program: 프로그램
progress: 진행 진척
project: 프로젝트
promise: 프로미스
property: 속성 프로퍼티
protect: 보호
protocol: 프로토콜 규약
provide: 제공
proxy: 프록시
public: 공개
query: 쿼리 질의 조회
queue: 큐 대기열
quote: 따옴표 인용
random: 무작위 임의 랜덤 난수
range: 범위
receive: 수신 받는 받아 받을
reconnect: 재연결 다시연결 재접속
record: 레코드 녹화
recover: 복구
recursive: 재귀
redirect: 리다이렉트 리디렉션
reduce: 줄이 줄여 감소
reference: 참조 레퍼런스
refresh: 새로고침 갱신
regex: 정규식 정규표현식
register: 등록
reject: 거부 거절
release: 릴리스 놓아 해제
reload: 다시로드 재로드 새로읽
remote: 원격
remove: 제거 없애 빼
rename: 이름변경 이름을바꾸
render: 렌더링 렌더 그려지
repeat: 반복하 되풀이
replace: 교체 대체하 치환 바꿔
report: 보고 신고 리포트
repository: 저장소 리포지토리
request: 요청 리퀘스트
require: 필요 요구
reserve: 예약
reset: 재설정 리셋 초기화
resize: 크기조절 크기변경 크기조정 리사이즈
resolve: 해결 리졸브
resource: 자원 리소스
response: 응답 답변
restart: 재시작 다시시작
restore: 복원 되돌리
result: 결과
retry: 재시도 다시시도
return value: 반환값 반환되는값
return: 반환 돌려주 리턴
reverse: 뒤집 역순 거꾸로 리버스
right: 오른쪽 우측
role: 역할
rollback: 롤백
root: 루트 뿌리
rotate: 회전 돌리
round: 반올림 둥글
route: 라우트 라우팅 경로
router: 라우터
row: 행을
rule: 규칙 룰
run: 돌아가 구동
safe: 안전
save: 저장
scale: 배율 축척 스케일
scan: 스캔 훑
scene: 장면 씬
schedule: 예약하 스케줄 일정
schema: 스키마
scope: 스코프 유효범위
score: 점수
screen: 화면 스크린
script: 스크립트
scroll: 스크롤
search: 검색 탐색
secret: 비밀 시크릿
section: 섹션 구획
security: 보안
select: 선택
send: 보내 전송 송신 발송
separator: 구분자 구분기호
sequence: 시퀀스 순서열
serialize: 직렬화
server: 서버
service: 서비스
session: 세션
set: 설정하 설정되 세팅
shadow: 그림자
shape: 모양 도형
share: 공유
shortcut: 단축키 바로가기
shutdown: 종료하 셧다운 종료될
sign: 서명 부호
signature: 시그니처
size: 크기 사이즈 용량
skip: 건너뛰 생략 스킵
slow: 느리 느려 느린
socket: 소켓
sort: 정렬 소팅
source: 소스 출처 원본
space: 공백 공간
split: 분할 나누 나눠 쪼개
square: 정사각형 제곱
stack: 스택
start: 시작하 시작되 기동
state: 상태
statement: 구문 문장
static: 정적
status: 상태
step: 단계 스텝
stop: 중지 멈춰 정지 중단하
storage: 스토리지 저장공간
store: 보관 스토어
stream: 스트림 스트리밍
string: 문자열 스트링
structure: 구조 구조체
style: 스타일
subscribe: 구독
success: 성공
suffix: 접미사 접미어
suggestion: 제안 추천
sum: 합계 총합
support: 지원
suspend: 유예 보류
switch: 전환하 스위치
symbol: 심볼 기호
synchronize: 동기화
syntax: 문법 구문
system: 시스템
tab: 탭
table: 테이블 표
tag: 태그
target: 대상 목표 타깃
task: 작업 태스크 과제
template: 템플릿 틀
temporary: 임시
terminate: 끝내
text: 텍스트 글
thread: 스레드 쓰레드
threshold: 임계값 문턱
throttle: 쓰로틀 조절
throw: 던지 던져 발생시키
time: 시간 시각
timeout: 시간초과 타임아웃 제한시간
timer: 타이머
timestamp: 타임스탬프
time zone: 시간대
title: 제목 타이틀
toggle: 토글
token: 토큰
tool: 도구
touch: 터치
trace: 추적
transaction: 트랜잭션 거래
transfer: 전달 옮길 이체
transform: 변형 변환하
translate: 번역
tree: 트리 나무
triangle: 삼각형
trigger: 트리거 발동 유발
trim: 다듬 잘라내
truncate: 절단 잘라버
type: 타입 유형 자료형 종류
undo: 실행취소 되돌려
unique: 고유 유일
unit: 단위
unknown: 알수없 모르는 알려지지
unlock: 잠금해제
unused: 사용하지않 미사용 안쓰
update: 업데이트 갱신 수정
upload: 업로드
uppercase: 대문자
user: 사용자 유저
validate: 검증 유효성검사 유효성
value: 값
variable: 변수
vector: 벡터
version: 버전
vertex: 꼭짓점 정점
view: 뷰 보기
visible: 보이 가시
wait: 기다리 대기 기다려
warning: 경고
watch: 감시 지켜보 워치
week: 주간
width: 너비 폭 가로
window: 창 윈도
word: 단어 낱말
worker: 워커 작업자
wrap: 감싸 줄바꿈
write: 쓰기 작성 기록하 쓰는 써 쓰나 씁니 쓸지
wrong: 틀린 틀리
zoom: 확대 줌
graphics: 그래픽
camera: 카메라
mesh: 메시
year: 연도
month: 월
day: 요일
price: 가격
amount: 금액 수량
customer: 고객
payment: 결제 지불
cart: 장바구니
invoice: 송장 청구서
parallel: 병렬
asynchronous: 비동기
synchronous: 동기적
optimize: 최적화
limit rate: 속도제한
speed: 속도
bracket: 괄호
comma: 쉼표
whitespace: 공백문자
line break: 개행
several: 여러 여럿
all: 모든 모두 전부
only: 만을 오직
before: 전에 앞서
after: 후에 뒤에 다음에
between: 사이
during: 동안
without: 없이
each: 각각 각 마다
same: 같은
other: 다른
automatically: 자동으로
handler: 핸들러 처리기
decorator: 데코레이터
isolated: 격리 독립
again: 다시 재차
actual: 실제
global: 전역 글로벌
terminal: 터미널 단말
still: 아직
logger: 로거
pass: 넘기 넘겨 건네
assemble: 조립
itself: 자신
paragraph: 문단 단락
leave: 벗어나 떠나
around: 주변 주위
development: 개발
outside: 바깥 밖으로
debug: 디버거 디버그 디버깅
console: 콘솔
transparent: 투명
blend: 블렌딩 섞
animation: 애니메이션
quaternion: 쿼터니언
information: 정보
long: 오래
read: 읽는 읽어 읽을 읽고 읽기 읽나 읽은
get: 얻는 얻어 얻을
arrow key: 방향키 화살표
endpoint: 엔드포인트
entry point: 진입점
controller: 컨트롤러
parser: 파서
middleware: 미들웨어
listener: 리스너
container: 컨테이너
iterator: 이터레이터
interceptor: 인터셉터
boolean: 불리언 불린
reason: 원인 이유
logic: 로직
management: 관리
flow: 흐름
abstract: 추상
generic: 제네릭
singleton: 싱글톤
mutex: 뮤텍스
heap: 힙
graph: 그래프
domain: 도메인
theme: 테마
texture: 텍스처
pipeline: 파이프라인
payload: 페이로드
submit: 제출
online: 온라인
offline: 오프라인
viewport: 뷰포트
profile: 프로파일 프로필
intercept: 가로채
have: 가지고 가진
site: 사이트
`,
});
